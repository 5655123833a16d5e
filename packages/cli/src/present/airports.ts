import type { AirportReferenceInfo, AirportRenewal, ReferenceDataInfo } from '@ops-admin/service';
import { counted, withThousands } from '../bulk/with-thousands.js';
import { type Report, tableLines } from './report.js';

/** The largest number of codes shown to people. */
const MAX_SHOWN_CODES = 10;

/** What the reference file in use holds. */
export function airportsReport({ file, isPackaged, ...known }: ReferenceDataInfo): Report {
  const { fingerprint: _, ...airports } = known.airports;
  const { fingerprint: __, ...gazetteer } = known.gazetteer;
  return {
    json: { file, packaged: isPackaged, ...airports, gazetteer },
    lines: tableLines([
      ['FILE', isPackaged ? `${file} (part of the package)` : file],
      ['AIRPORTS', withThousands(airports.airports)],
      ['IATA CODES', withThousands(airports.iataCodes)],
      ['ICAO CODES', withThousands(airports.icaoCodes)],
      ['SOURCE', airports.source],
      ['DATE', dateOf(airports)],
      ['ATTRIBUTION', airports.attribution],
      ['PLACES', withThousands(gazetteer.places)],
      ['NAMES', withThousands(gazetteer.names)],
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
      ['AIRPORTS', `${withThousands(after.airports)}, before ${withThousands(before.airports)}`],
      ['IATA CODES', `${withThousands(after.iataCodes)}, before ${withThousands(before.iataCodes)}`],
      ['ICAO CODES', `${withThousands(after.icaoCodes)}, before ${withThousands(before.icaoCodes)}`],
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
  return `${counted(codes.length, 'code')}: ${shown.join(', ')}${more}`;
}
