import {
  type Address,
  type AirportDirectory,
  type GeoLookup,
  type RegionNames,
  Result,
  type StoreUnavailable,
  type TownDirectory,
} from '@ops-admin/core';
import { type AirportReferenceInfo, readAirportReferenceInfo } from './airports/airport-reference-info.js';
import { SqliteAirportDirectory } from './airports/sqlite-airport-directory.js';
import {
  LiveReference,
  type ReferenceDataSettings,
  type RenewedReferenceUnusable,
} from './file/live-reference.js';
import type { OpenReferenceError } from './file/open-reference.js';
import { type GazetteerExplanation, GazetteerGeoLookup } from './gazetteer/gazetteer-geo-lookup.js';
import {
  type GazetteerReferenceInfo,
  readGazetteerReferenceInfo,
} from './gazetteer/gazetteer-reference-info.js';
import { SqliteRegionNames } from './gazetteer/sqlite-region-names.js';
import { SqliteTownDirectory } from './gazetteer/sqlite-town-directory.js';

/** Facts about the reference file in use. */
export interface ReferenceDataInfo {
  readonly file: string;
  /** Whether it is the file of this package, and not a renewed one. */
  readonly isPackaged: boolean;
  readonly airports: AirportReferenceInfo;
  readonly gazetteer: GazetteerReferenceInfo;
}

/** Airports and towns from an open reference file. */
export interface ReferenceData {
  readonly airports: AirportDirectory;
  /** Finds the town of an address without a network, by the rules of `docs/locations.md`. */
  readonly gazetteer: GeoLookup;
  /** The names of regions and large towns as airports and the gazetteer have them, for other providers. */
  readonly regions: RegionNames;
  /** The towns whose names can be airports' codes. */
  readonly towns: TownDirectory;
  /** What the gazetteer finds in a text, with the rules that decided. Errors: `store-unavailable`. */
  explain(address: Address): Result<GazetteerExplanation, StoreUnavailable>;
  /** Where the data comes from and how much there is. Errors: `store-unavailable`. */
  info(): Result<ReferenceDataInfo, StoreUnavailable>;
  /** Closes the file; later changes of it are ignored. */
  close(): void;
}

/**
 * Opens the renewed reference file if there is one, otherwise the file of this package. A running service notices a renewed
 * or removed file at the next lookup. Errors: {@link RenewedReferenceUnusable}, and {@link OpenReferenceError} of the
 * packaged file.
 */
export function openReferenceData(
  settings: ReferenceDataSettings,
): Result<ReferenceData, OpenReferenceError | RenewedReferenceUnusable> {
  return LiveReference.open(settings).map((live) => {
    const airports = live.use((database) => new SqliteAirportDirectory(database));
    const gazetteer = live.use((database) => new GazetteerGeoLookup(database));
    const regions = live.use((database) => new SqliteRegionNames(database));
    const towns = live.use((database) => new SqliteTownDirectory(database));
    return {
      airports: { find: (code) => airports().find(code) },
      gazetteer: { lookup: (address) => gazetteer().lookup(address) },
      explain: (address) => gazetteer().explain(address),
      regions: { nameOf: (code) => regions().nameOf(code), townOf: (location) => regions().townOf(location) },
      towns: { peopleOf: (name) => towns().peopleOf(name) },
      info: () => infoOf(live),
      close: () => live.close(),
    };
  });
}

function infoOf(live: LiveReference): Result<ReferenceDataInfo, StoreUnavailable> {
  const { file, isPackaged } = live;
  return Result.combine([
    readAirportReferenceInfo(live.current()),
    readGazetteerReferenceInfo(live.current()),
  ]).map(([airports, gazetteer]) => ({ file, isPackaged, airports, gazetteer }));
}
