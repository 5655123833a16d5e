import type { Statement } from 'better-sqlite3';
import type { ReferenceDatabase } from '../../dist/file/open-reference.js';
import { fold } from '../../dist/gazetteer/fold.js';
import { kilometresBetween, PlaceGrid, type Situated } from '../place-grid.ts';

/** A town as the gazetteer names it. */
export interface GazetteerTown extends Situated {
  readonly city: string;
  /** The name of its region, or empty. */
  readonly state: string;
  readonly people: number;
}

/** The names for an airport's city and region. */
export interface AirportGazetteer {
  /** The towns of a country with this name, in any language, within a distance; those with the highest weight first. */
  townsNamed(name: string, at: Situated, kilometres: number): readonly GazetteerTown[];
  nearestTown(at: Situated, kilometres: number): GazetteerTown | undefined;
  /**
   * The region with this code at OurAirports, or `undefined` if the gazetteer does not have it. `isSame` says whether it is
   * exactly that region, and not a larger one around it.
   */
  regionOf(code: string): { readonly name: string; readonly isSame: boolean } | undefined;
}

interface PlaceRow {
  readonly city: string;
  readonly country: number;
  readonly region: number;
  readonly people: number;
  readonly lat: number;
  readonly long: number;
}

/** The gazetteer of an open reference file, whose regions it reads at once; the caller closes it. Throws what SQLite throws. */
export class SqliteAirportGazetteer implements AirportGazetteer {
  readonly #named: Statement<[name: string], PlaceRow>;
  readonly #all: Statement<[], PlaceRow>;
  readonly #region: Statement<[code: string], { airports: string; same: number }>;
  readonly #areas: ReadonlyMap<number, string>;
  readonly #known = new Map<string, readonly GazetteerTown[]>();
  #grid: PlaceGrid<GazetteerTown> | undefined;

  constructor(database: ReferenceDatabase) {
    const areas = database.prepare('SELECT id, name FROM area WHERE id IN (country, region)').all();
    this.#areas = new Map((areas as { id: number; name: string }[]).map(({ id, name }) => [id, name]));
    const place = 'place.name AS city, place.country, place.region, place.people, place.lat, place.long';
    this.#named = database.prepare(
      `SELECT ${place} FROM place_name JOIN place ON place.id = place_name.place
        WHERE place_name.name = ?
        ORDER BY place_name.weight DESC, place_name.place`,
    );
    this.#all = database.prepare(`SELECT ${place} FROM place WHERE NOT section`);
    this.#region = database.prepare(
      'SELECT airports, same FROM region_code WHERE code = ? AND airports IS NOT NULL',
    );
  }

  townsNamed(name: string, at: Situated, kilometres: number): readonly GazetteerTown[] {
    const folded = fold(name);
    let towns = this.#known.get(folded);
    if (!towns) {
      towns = this.#named.all(folded).map((row) => this.#townOf(row));
      this.#known.set(folded, towns);
    }
    return towns.filter((town) => isNear(town, at, kilometres));
  }

  nearestTown(at: Situated, kilometres: number): GazetteerTown | undefined {
    // Most files name every airport's town.
    this.#grid ??= new PlaceGrid(this.#all.all().map((row) => this.#townOf(row)));
    const town = this.#grid.nearest(at);
    return town && isNear(town, at, kilometres) ? town : undefined;
  }

  regionOf(code: string): { readonly name: string; readonly isSame: boolean } | undefined {
    const region = this.#region.get(code);
    return region && { name: region.airports, isSame: region.same === 1 };
  }

  #townOf({ country, region, ...town }: PlaceRow): GazetteerTown {
    return { ...town, country: this.#areas.get(country) ?? '', state: this.#areas.get(region) ?? '' };
  }
}

function isNear(town: GazetteerTown, at: Situated, kilometres: number): boolean {
  return town.country === at.country && kilometresBetween(at, town) <= kilometres;
}
