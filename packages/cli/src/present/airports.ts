import type { AirportReferenceInfo, AirportRenewal, ReferenceDataInfo } from '@ops-admin/service';
import { type Report, tableLines } from './report.js';

/** As many codes are shown to people. */
const MAX_SHOWN_CODES = 10;

/** What the reference file in use holds. */
export function airportsReport({ file, isPackaged, ...known }: ReferenceDataInfo): Report {
  const { fingerprint: _, ...airports } = known.airports;
  const { fingerprint: __, ...gazetteer } = known.gazetteer;
  return {
    json: { file, packaged: isPackaged, ...airports, gazetteer },
    lines: tableLines([
      ['FILE', isPackaged ? `${file} (part of the package)` : file],
      ['AIRPORTS', String(airports.airports)],
      ['IATA CODES', String(airports.iataCodes)],
      ['ICAO CODES', String(airports.icaoCodes)],
      ['SOURCE', airports.source],
      ['DATE', dateOf(airports)],
      ['ATTRIBUTION', airports.attribution],
      ['PLACES', String(gazetteer.places)],
      ['NAMES', String(gazetteer.names)],
      ['SOURCE', gazetteer.source],
      ['DATE', dateOf(gazetteer)],
      ['ATTRIBUTION', gazetteer.attribution],
    ]),
  };
}

/** What a renewal changed in the file. */
export function renewalReport(file: string, { before, after, added, removed }: AirportRenewal): Report {
  const countsOf = ({ airports, iataCodes, icaoCodes }: AirportReferenceInfo) => ({
    airports,
    iataCodes,
    icaoCodes,
  });
  const { source, date } = after;
  return {
    json: { file, source, date, before: countsOf(before), after: countsOf(after), added, removed },
    lines: tableLines([
      ['FILE', file],
      ['SOURCE', source],
      ['DATE', dateOf(after)],
      ['AIRPORTS', `${after.airports}, before ${before.airports}`],
      ['IATA CODES', `${after.iataCodes}, before ${before.iataCodes}`],
      ['ICAO CODES', `${after.icaoCodes}, before ${before.icaoCodes}`],
      ['ADDED', codeList(added)],
      ['REMOVED', codeList(removed)],
    ]),
  };
}

function dateOf({ date }: { readonly date: string }): string {
  return date || 'not stated by the source';
}

/** IATA codes first: they are the better known. */
function codeList(codes: readonly string[]): string {
  if (codes.length === 0) return 'none';
  const shown = codes.toSorted((one, other) => one.length - other.length).slice(0, MAX_SHOWN_CODES);
  const more = codes.length > MAX_SHOWN_CODES ? ' …' : '';
  return `${codes.length} codes: ${shown.join(', ')}${more}`;
}
