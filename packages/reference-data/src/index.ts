export type {
  AirportFilesError,
  AirportPlaceUnusable,
  DownloadFailed,
  NotOurAirports,
} from './airports/airport-files.js';
export type { AirportReferenceInfo, AirportSource } from './airports/airport-reference-info.js';
export type { AirportShare } from './airports/airport-shares.js';
export type { AirportCounts } from './airports/index-airports.js';
export {
  type AirportRenewal,
  type RenewAirportsError,
  type RenewAirportsOptions,
  renewAirports,
  type TooFewAirports,
} from './airports/renew-airports.js';
export type { ReferenceDataSettings, RenewedReferenceUnusable } from './file/live-reference.js';
export type {
  NotAReference,
  OpenReferenceError,
  ReferenceMissing,
  UnsupportedReferenceFormat,
} from './file/open-reference.js';
export type { ReferenceNotWritten } from './file/replace-file.js';
export type { Decision } from './gazetteer/find-town.js';
export type { GazetteerExplanation } from './gazetteer/gazetteer-geo-lookup.js';
export type {
  GazetteerCounts,
  GazetteerReferenceInfo,
  GazetteerSource,
} from './gazetteer/gazetteer-reference-info.js';
export { openReferenceData, type ReferenceData, type ReferenceDataInfo } from './open-reference-data.js';
