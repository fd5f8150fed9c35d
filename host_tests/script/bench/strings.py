def work():
    total = 0
    for _ in range(100):
        line, parts = "", []
        for j in range(1, 21):
            line = line + "item " + str(j) + ";"
            parts.append(line[-6:-1])
        total = total + len(",".join(parts))
    return total
