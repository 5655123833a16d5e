import type { Statement } from 'better-sqlite3';
import type { ReferenceDatabase } from '../file/open-reference.js';
import { fold } from '../gazetteer/fold.js';
import { kilometresBetween, PlaceGrid, type Situated } from '../gazetteer/place-grid.js';

/** A town of the gazetteer, in its words. */
export interface GazetteerTown extends Situated {
  readonly city: string;
  /** The name of its region, or empty. */
  readonly state: string;
}

/** What an airport's city and region are named by. */
export interface AirportGazetteer {
  /** The towns of a country that are called so, in any language, within a distance; the weightiest first. */
  townsNamed(name: string, at: Situated, kilometres: number): readonly GazetteerTown[];
  nearestTown(at: Situated, kilometres: number): GazetteerTown | undefined;
  /**
   * The region that has this code at OurAirports, or `undefined` where the gazetteer has no such region or does not know:
   * `isSame` where it is the very region, and not a larger one that it lies in.
   */
  regionOf(code: string): { readonly name: string; readonly isSame: boolean } | undefined;
}

const TOWN = `SELECT place.name AS city, coalesce(region.name, '') AS state, country.name AS country, place.lat, place.long
  FROM place JOIN area AS country ON country.id = place.country LEFT JOIN area AS region ON region.id = place.region`;

/** The gazetteer of an open reference file; the caller closes it. Throws what SQLite throws. */
export class SqliteAirportGazetteer implements AirportGazetteer {
  readonly #named: Statement<[name: string, country: string], GazetteerTown>;
  readonly #all: Statement<[], GazetteerTown>;
  readonly #region: Statement<[code: string], { airports: string; same: number }>;
  #grid: PlaceGrid<GazetteerTown> | undefined;

  constructor(database: ReferenceDatabase) {
    this.#named = database.prepare(
      `${TOWN} JOIN place_name ON place_name.place = place.id
        WHERE place_name.name = ? AND country.name = ?
        ORDER BY place_name.weight DESC, place_name.place`,
    );
    this.#all = database.prepare(`${TOWN} WHERE NOT place.section`);
    this.#region = database.prepare(
      'SELECT airports, same FROM region_code WHERE code = ? AND airports IS NOT NULL',
    );
  }

  townsNamed(name: string, at: Situated, kilometres: number): readonly GazetteerTown[] {
    const towns = this.#named.all(fold(name), at.country);
    return towns.filter((town) => kilometresBetween(at, town) <= kilometres);
  }

  nearestTown(at: Situated, kilometres: number): GazetteerTown | undefined {
    // Most files that are read name every airport's town.
    this.#grid ??= new PlaceGrid(this.#all.iterate());
    const town = this.#grid.nearest(at);
    return town && kilometresBetween(at, town) <= kilometres ? town : undefined;
  }

  regionOf(code: string): { readonly name: string; readonly isSame: boolean } | undefined {
    const region = this.#region.get(code);
    return region && { name: region.airports, isSame: region.same === 1 };
  }
}
