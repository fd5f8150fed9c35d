def work():
    total = 0
    for i in range(1, 201):
        for j in range(1, 1001):
            total = total + i * j % 7
    return total
