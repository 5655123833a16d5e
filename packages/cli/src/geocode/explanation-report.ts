import type { Location } from '@ops-admin/core';
import type { GazetteerExplanation } from '@ops-admin/service';
import { type Report, tableLines } from '../present/report.js';

/** What the parts of a text were read as, which rules of the gazetteer decided, and what was found. */
export function explanationReport({ location, decisions }: GazetteerExplanation): Report {
  return {
    json: { location: location ?? null, decisions },
    lines: [
      tableLines([
        ['WORDS', 'READ AS', 'RULE', 'SO', 'AS'],
        ...decisions.map(({ words, part, rule, reading, action, example }) => [
          words,
          part,
          reading ? `${rule}, by ${reading}` : rule,
          action,
          example,
        ]),
      ]),
      `found: ${location ? nameOf(location) : 'nothing'}`,
    ],
  };
}

function nameOf({ city, state, country }: Location): string {
  return [city, state, country].filter((part) => part !== '').join(', ');
}
