"""The name that a person or a model most likely meant."""

from micropython import const

_LONGEST = const(64)  # longer words are no misspelt names, and the table row stays small


def nearest(word, candidates):
    """Returns the candidate (str) closest to `word`, or None when none is close.

    Close means at most a third of the word's characters, and at least one, inserted, removed or
    replaced; upper and lower case count as equal. Among equally close candidates the
    alphabetically first is taken.
    """
    word = word.lower()
    if not 0 < len(word) <= _LONGEST:
        return None
    limit = max(1, len(word) // 3)
    best = None
    for candidate in candidates:
        distance = _distance(word, candidate.lower(), limit)
        if distance <= limit and (best is None or (distance, candidate) < best):
            best = (distance, candidate)
    return best[1] if best else None


def _distance(one, other, limit):
    """Edit distance of two words, or any number above `limit` when it is larger than that."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    row = list(range(len(other) + 1))
    for i in range(len(one)):
        diagonal = row[0]
        row[0] = i + 1
        for j in range(len(other)):
            cost = diagonal if one[i] == other[j] else 1 + min(diagonal, row[j], row[j + 1])
            diagonal = row[j + 1]
            row[j + 1] = cost
        if min(row) > limit:
            return limit + 1
    return row[-1]
