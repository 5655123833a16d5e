import type { Location } from '@ops-admin/core';
import type { GazetteerExplanation } from '@ops-admin/service';
import { type Report, tableLines } from '../present/report.js';

/** Returns the best candidates for a text with the parts of their scores, and what was found or why nothing was. */
export function explanationReport({
  location,
  candidates,
  acceptance,
  refusal,
}: GazetteerExplanation): Report {
  return {
    json: {
      location: location ?? null,
      candidates,
      acceptance: acceptance ?? null,
      refusal: refusal ?? null,
    },
    lines: [
      ...(candidates.length === 0
        ? []
        : [
            tableLines([
              ['WORDS', 'PLACE', 'SCORE', 'PARTS'],
              ...candidates.map(({ words, place, score, parts }) => [
                words,
                place,
                String(score),
                listed(parts),
              ]),
            ]),
          ]),
      ...(acceptance
        ? [`acceptance: ${acceptance.sum} of at least ${acceptance.bound} (${listed(acceptance.parts)})`]
        : []),
      `found: ${location ? nameOf(location) : `nothing: ${refusal}`}`,
    ],
  };
}

function listed(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function nameOf({ city, state, country }: Location): string {
  return [city, state, country].filter((part) => part !== '').join(', ');
}
