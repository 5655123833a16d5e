import { err, Result } from '@ops-admin/core';
import type { Endpoint } from '../endpoint.js';
import { type Problem, validationProblem } from '../problem.js';
import { readParameters } from './read-input.js';

type QuerySchemas = Pick<Endpoint, 'ignoresOtherQuery' | 'query' | 'refusedQuery'>;
type Query = Readonly<Record<string, unknown>>;

/** Reads the query of a request as sent. The error names the first wrong thing. */
export function readQuery(
  { ignoresOtherQuery, query, refusedQuery }: QuerySchemas,
  text: string,
): Result<Query, Problem> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  const given = new Map<string, string>();
  for (const pair of pairs) {
    const [name, value] = decoded(pair);
    const refused = refusedQuery && Object.hasOwn(refusedQuery, name ?? '') ? name : undefined;
    if (refused !== undefined) return invalid(`${refused} ${refusedQuery?.[refused]}`);
    if (!query) continue;
    if (ignoresOtherQuery && !Object.hasOwn(query, name ?? '')) continue;
    if (name === undefined || value === undefined) return invalid('The query must be percent-encoded UTF-8');
    if (!Object.hasOwn(query, name)) return invalid(unknown(name, Object.keys(query)));
    if (given.has(name)) return invalid(`${name} must be given once`);
    if (value === '') return invalid(`${name} must not be empty`);
    given.set(name, value);
  }
  const schemas = Object.entries(query ?? {}).filter(([name]) => given.has(name));
  return readParameters(Object.fromEntries(schemas), Object.fromEntries(given));
}

/** The name and the value of a pair; `undefined` if it cannot be decoded. */
function decoded(pair: string): [name: string | undefined, value: string | undefined] {
  const at = pair.indexOf('=');
  const parts = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  const [name, value] = parts.map((part) => decode(part.replaceAll('+', ' ')).unwrapOr(undefined));
  return [name, value];
}

const decode: (text: string) => Result<string | undefined, unknown> =
  Result.fromThrowable(decodeURIComponent);

function unknown(name: string, known: readonly string[]): string {
  const there = known.length > 0 ? `use ${known.join(', ')}` : 'it has none';
  return `${JSON.stringify(name)} is not a parameter of this query; ${there}`;
}

function invalid(message: string): Result<never, Problem> {
  return err(validationProblem(message));
}
