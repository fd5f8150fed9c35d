class Descending:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value > other.value


def work():
    t, x = [], 42
    for _ in range(5000):
        x = (x * 75 + 74) % 65537
        t.append(Descending(x))
    t.sort()
    total = 0
    for i, v in enumerate(t, 1):
        total = total + v.value * (i % 3)
    return total
