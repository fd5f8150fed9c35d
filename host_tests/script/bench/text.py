import re

FIELD = re.compile(r"^([A-Za-z]+\d+)\s*=\s*([^\s;]+);$")
EQUALS = re.compile(r"\s*=\s*")


def work():
    total = 0
    for i in range(1, 501):
        line = "sensor%d = %.2f;" % (i, i / 4)
        found = FIELD.match(line)
        csv = EQUALS.sub(",", line)
        total = total + len(found.group(1)) + len(found.group(2)) + len(csv)
    return total
