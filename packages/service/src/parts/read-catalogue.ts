import { readFileSync } from 'node:fs';
import { err, type ListedPermission, ok, parsePermission, Result } from '@ops-admin/core';
import { fileFailure, PermissionCatalogue, parseStrictJson } from '@ops-admin/core/operations';

/** A record of the file with its place. */
interface CatalogueRecord {
  readonly place: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Reads a catalogue: a JSON array, or CSV with a header. Errors: the mistake with its place. */
export function readCatalogue(file: string): Result<PermissionCatalogue, string> {
  return textOf(file)
    .andThen((text) => (/^\s*[[{]/.test(text) ? recordsOfJson(text) : recordsOfCsv(text)))
    .andThen((records) => Result.combine(records.map(listedBy)).andThen(withoutRepeats))
    .map((listed) => new PermissionCatalogue(listed.map(([one]) => one)))
    .mapErr((problem) => `${file}: ${problem}`);
}

function textOf(file: string): Result<string, string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)).replace(/^\ufeff/, '');
    return text.trim() === '' ? err('the file is empty') : ok(text);
  } catch (error) {
    return err(
      error instanceof TypeError ? 'it is not UTF-8' : fileFailure(error, 'the file does not exist'),
    );
  }
}

function recordsOfJson(text: string): Result<CatalogueRecord[], string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return err(`it is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (parseStrictJson(text).isErr()) return err('a member is repeated, or is named __proto__');
  if (!Array.isArray(value)) return err('it must be an array of { permission, description, owner }');
  return Result.combine(
    value.map((one, n): Result<CatalogueRecord, string> => {
      const place = `[${n}]`;
      if (typeof one !== 'object' || one === null) return err(`${place} must be an object`);
      return ok({ place, members: one });
    }),
  );
}

/** The delimiter is what stands between the names of the header. */
function recordsOfCsv(given: string): Result<CatalogueRecord[], string> {
  const text = given.replace(/(\r?\n)?$/, '\n');
  const delimiter = /[,;\t]/.exec(text.split('\n', 1)[0] ?? '')?.[0] ?? ',';
  // A field, quoted or not, and what ends it.
  const field = new RegExp(`(?: *"((?:[^"]|"")*)" *|([^"\\n]*?))(${delimiter}|\\r?\\n)`, 'y');
  let header: readonly string[] | undefined;
  const records: CatalogueRecord[] = [];
  let [line, cells] = [1, [] as string[]];
  for (let first = line; field.lastIndex < text.length; ) {
    const found = field.exec(text);
    if (!found) return err(`line ${line}: a quote is misplaced or not closed`);
    const [whole, quoted, plain = '', end] = found;
    cells.push(quoted?.replaceAll('""', '"') ?? plain.trim());
    line += whole.split('\n').length - 1;
    if (end === delimiter) continue;
    const place = `line ${first}`;
    first = line;
    const record = cells;
    cells = [];
    if (record.every((cell) => cell === '')) continue;
    if (header) {
      const named = record.map((cell, n): [string, string] => [header?.[n] ?? '', cell]);
      const { owner, ...others } = Object.fromEntries(named);
      records.push({ place, members: { ...others, ...(owner && { owner }) } });
      continue;
    }
    header = record.map((name) => name.toLowerCase());
    const missing = ['permission', 'description'].find((name) => !header?.includes(name));
    if (missing !== undefined) return err(`it has no column ${missing}`);
  }
  return records.length > 0 ? ok(records) : err('the file has a header and no rows');
}

type Listed = readonly [one: ListedPermission, place: string];

/** Other members, and columns, are the organisation's own. */
function listedBy({ members, place }: CatalogueRecord): Result<Listed, string> {
  const { description, owner, permission } = members;
  const parsed = parsePermission(permission);
  if (parsed.isErr()) {
    const what = JSON.stringify(permission) ?? 'nothing';
    return err(
      `${place}: permission must be service.<module>, service.<module>.<action> or service.<module>.*, not ${what}`,
    );
  }
  if (typeof description !== 'string') return err(`${place}: description must be a string`);
  if (owner !== undefined && owner !== null && typeof owner !== 'string') {
    return err(`${place}: owner must be a string`);
  }
  return ok([{ permission: parsed.value, description, ...(owner && { owner }) }, place]);
}

function withoutRepeats(listed: readonly Listed[]): Result<readonly Listed[], string> {
  const seen = new Set<string>();
  for (const [{ permission }, place] of listed) {
    if (seen.has(permission)) return err(`${place}: ${permission} is listed twice`);
    seen.add(permission);
  }
  return ok(listed);
}
