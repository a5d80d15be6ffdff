"""What is written on containers: numbers by ISO 6346, size-type codes, weights, warnings and names."""

from scenes.hints import Rng

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = ALPHABET[10:]
SIZE_TYPES = ("22G1", "42G1", "45G1", "45R1", "22U1", "22T1", "L5G1", "22GP", "45HC", "42R1", "2210", "25G1", "22K2")
WORDS = (
    "MAX GROSS",
    "TARE",
    "NET",
    "CU CAP",
    "KG",
    "LB",
    "CAUTION",
    "SUPER HEAVY",
    "CLEAN ON LAST USE",
    "STACKING",
    "LINE",
)


def _values() -> dict[str, int]:
    """A=10 and on, without the multiples of 11 (ISO 6346, annex A)."""
    allowed = [value for value in range(10, 39) if value % 11]
    return dict(zip(ALPHABET, [*range(10), *allowed]))


VALUES = _values()


def check_digit(first_ten: str) -> int:
    """The last digit of a number, from its ten characters before it."""
    return sum(VALUES[letter] << place for place, letter in enumerate(first_ten)) % 11 % 10


def container_number(rng: Rng) -> str:
    """A number with its right check digit; the owner is made up, as owner lists are never complete."""
    owner = "".join(rng.choice(list(LETTERS), 3))
    category = "U" if rng.random() < 0.9 else str(rng.choice(["J", "Z"]))
    first_ten = owner + category + "".join(rng.choice(list("0123456789"), 6))
    return first_ten + str(check_digit(first_ten))


def size_type(rng: Rng) -> str:
    return str(rng.choice(SIZE_TYPES))


def weight_line(rng: Rng) -> str:
    """Such as `MAX GROSS 30480 KG`."""
    amount = int(rng.integers(200, 7000)) * 10
    return f"{rng.choice(WORDS[:4])} {amount} {rng.choice(['KG', 'LB'])}"


def name(rng: Rng) -> str:
    """A made-up shipping company, or a warning."""
    if rng.random() < 0.3:
        return str(rng.choice(WORDS))
    return "".join(rng.choice(list(LETTERS), int(rng.integers(3, 9))))
