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
import { type OpenReferenceError, openReference, type ReferenceDatabase } from './file/open-reference.js';
import { type GazetteerExplanation, GazetteerGeoLookup } from './gazetteer/gazetteer-geo-lookup.js';
import {
  type GazetteerReferenceInfo,
  readGazetteerReferenceInfo,
} from './gazetteer/gazetteer-reference-info.js';
import { SqliteRegionNames } from './gazetteer/sqlite-region-names.js';
import { SqliteTownDirectory } from './gazetteer/sqlite-town-directory.js';

/** Facts about the reference file. */
export interface ReferenceDataInfo {
  readonly file: string;
  readonly airports: AirportReferenceInfo;
  readonly gazetteer: GazetteerReferenceInfo;
}

/** Airports and towns from an open reference file. */
export interface ReferenceData {
  readonly airports: AirportDirectory;
  /** Finds the town of an address without a network. */
  readonly gazetteer: GeoLookup;
  /** The names of regions and large towns as airports and the gazetteer have them, for other providers. */
  readonly regions: RegionNames;
  /** The towns whose names can be airports' codes. */
  readonly towns: TownDirectory;
  /** Returns what the gazetteer finds in a text, with the best candidates. Errors: `store-unavailable`. */
  explain(address: Address): Result<GazetteerExplanation, StoreUnavailable>;
  /** Where the data comes from and how much there is. Errors: `store-unavailable`. */
  info(): Result<ReferenceDataInfo, StoreUnavailable>;
  /** Closes the file. */
  close(): void;
}

/** Opens a reference file; the file of this package by default. Errors: {@link OpenReferenceError}. */
export function openReferenceData(file?: string): Result<ReferenceData, OpenReferenceError> {
  return openReference(file).map((database) => {
    const gazetteer = new GazetteerGeoLookup(database);
    return {
      airports: new SqliteAirportDirectory(database),
      gazetteer,
      explain: (address) => gazetteer.explain(address),
      regions: new SqliteRegionNames(database),
      towns: new SqliteTownDirectory(database),
      info: () => infoOf(database),
      close: () => void database.close(),
    };
  });
}

function infoOf(database: ReferenceDatabase): Result<ReferenceDataInfo, StoreUnavailable> {
  return Result.combine([readAirportReferenceInfo(database), readGazetteerReferenceInfo(database)]).map(
    ([airports, gazetteer]) => ({ file: database.name, airports, gazetteer }),
  );
}
