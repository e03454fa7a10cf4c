"""Tables of addresses as cities publish them, and the built-in one."""

from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.service.geocoding.address_table import geocoder_of
from broker_local.service.geocoding.geocoder import Located, Unlocated


def a_table(folder: Path, text: str, name: str = "addresses.csv") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def place(table: Path | None, address: str) -> tuple[float, float]:
    found = geocoder_of(table).locate(address)
    assert isinstance(found, Located), found
    return found.lon, found.lat


@pytest.mark.parametrize(
    "text",
    [
        "number,street,city,lon,lat\n123,4 St SW,Calgary,-114.07,51.04\n",
        "LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID\n-114.07,51.04,123,4 ST SW,,Calgary,,AB,,1\n",
        'address,lon,lat\n"123 4 St SW, Calgary",-114.07,51.04\n',
        "ADDRESS,longitude,latitude\n#5 123 4 STREET SW Calgary,-114.07,51.04\n",
        "HOUSE_NUMBER,STREET_NAME,STREET_TYPE,STREET_QUAD,x,y\n123,4,ST,SW,-114.07,51.04\n",
        "street,from,to,from_lon,from_lat,to_lon,to_lat\n4 St SW,23,223,-114.07,51.05,-114.07,51.03\n",
        "street,left_from,left_to,right_from,right_to,wkt\n"
        '4 St SW,22,222,23,223,"LINESTRING (-114.07 51.05, -114.07 51.03)"\n',
    ],
)
def test_tables_of_many_forms_are_understood(tmp_path: Path, text: str) -> None:
    assert place(a_table(tmp_path, text), "123 4th Street S.W.") == pytest.approx((-114.07, 51.04))


def test_odd_and_even_sides_are_kept_apart(tmp_path: Path) -> None:
    text = (
        "street,side,from,to,from_lon,from_lat,to_lon,to_lat\n"
        "4 St,odd,1,199,-114,51.0,-113,51.0\n4 St,even,2,200,-114,51.1,-113,51.1\n"
    )
    table = a_table(tmp_path, text)
    assert place(table, "101 4 St")[1] == 51.0
    assert place(table, "102 4 St")[1] == 51.1


def test_a_folder_is_all_its_tables(tmp_path: Path) -> None:
    a_table(tmp_path, "number,street,lon,lat\n1,Oak St,1,2\n", "a.csv")
    a_table(tmp_path, "number,street,lon,lat\n1,Elm St,3,4\n", "b.csv")
    a_table(tmp_path, "not a table", "notes.txt")
    assert place(tmp_path, "1 Oak St") == (1.0, 2.0)
    assert place(tmp_path, "1 Elm St") == (3.0, 4.0)


@pytest.mark.parametrize(
    "row",
    ["1,Oak St,181,2", "1,Oak St,nan,2", "1,Oak St,,", ",Oak St,1,2", "1,,1,2", "one,Oak St,1,2", "1,Oak St,inf,2"],
)
def test_a_row_that_says_nothing_is_left_out(tmp_path: Path, row: str) -> None:
    table = a_table(tmp_path, f"number,street,lon,lat\n{row}\n1,Elm St,3,4\n")
    assert isinstance(geocoder_of(table).locate("1 Oak St"), Unlocated)
    assert place(table, "1 Elm St") == (3.0, 4.0)


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "number,street,lon,lat\n"])
def test_a_table_without_any_address_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ProtocolError, match="addresses.csv: expected rows with address"):
        geocoder_of(a_table(tmp_path, text))


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="a folder with .csv"):
        geocoder_of(tmp_path)


@pytest.mark.parametrize(
    ("address", "lon", "lat"),
    [
        ("2454 17th AVE NE, Calgary, AB", -114.010, 51.068),  # thesis, table 4.3
        ("101 9 Ave SW, Calgary", -114.0631, 51.0443),  # Calgary Tower
        ("800 Macleod Trail SE, Calgary", -114.0575, 51.0457),  # the city hall
        ("Centre St & 16 Ave N, Calgary", -114.0625, 51.0671),
    ],
)
def test_the_built_in_table_knows_main_streets_of_calgary(address: str, lon: float, lat: float) -> None:
    assert place(None, address) == pytest.approx((lon, lat), abs=0.002)


def test_the_built_in_table_leaves_other_towns_alone() -> None:
    assert isinstance(geocoder_of(None).locate("101 9 Ave SW"), Unlocated)
    assert isinstance(geocoder_of(None).locate("101 9 Ave SW, Edmonton"), Unlocated)


def test_how_many_rows_were_taken_and_left_out_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    geocoder_of(a_table(tmp_path, "number,street,lon,lat\n1,Elm St,3,4\n2,Elm St,300,4\n"))
    assert "addresses.csv: 1 addresses and ranges; 1 rows left out" in caplog.text
