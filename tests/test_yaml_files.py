from pathlib import Path

import pytest
import yaml

DATA = Path(__file__).resolve().parents[1] / "data"


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.yaml")), ids=lambda path: str(path.relative_to(DATA)))
def test_a_data_file_reads_the_same_with_and_without_libyaml(path: Path):
    # The two loaders differ in what they accept; a machine without libyaml has the stricter one.
    text = path.read_text(encoding="utf-8")

    slow = yaml.load(text, Loader=yaml.SafeLoader)

    assert slow == yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
