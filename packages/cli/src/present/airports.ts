import type { ReferenceDataInfo } from '@ops-admin/service';
import { withThousands } from '../bulk/with-thousands.js';
import { type Report, tableLines } from './report.js';

export function airportsReport({ file, ...known }: ReferenceDataInfo): Report {
  const { fingerprint: _, ...airports } = known.airports;
  const { fingerprint: __, ...gazetteer } = known.gazetteer;
  return {
    json: { file, ...airports, gazetteer },
    lines: tableLines([
      ['FILE', file],
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

function dateOf({ date }: { readonly date: string }): string {
  return date || 'not stated by the source';
}
