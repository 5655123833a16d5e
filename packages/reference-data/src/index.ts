export type {
  AirportCounts,
  AirportReferenceInfo,
  AirportSource,
} from './airports/airport-reference-info.js';
export type {
  NotAReference,
  OpenReferenceError,
  ReferenceMissing,
  UnsupportedReferenceFormat,
} from './file/open-reference.js';
export type { ExplainedCandidate, GazetteerExplanation, Parts } from './gazetteer/gazetteer-geo-lookup.js';
export type {
  GazetteerCounts,
  GazetteerReferenceInfo,
  GazetteerSource,
} from './gazetteer/gazetteer-reference-info.js';
export { openReferenceData, type ReferenceData, type ReferenceDataInfo } from './open-reference-data.js';
