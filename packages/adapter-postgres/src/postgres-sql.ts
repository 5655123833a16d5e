import { createHash } from 'node:crypto';
import {
  type Asked,
  awaitWork,
  type Statement as SqlStatement,
  type Work,
  type Write,
} from '@ops-admin/store-sql';
import { NOT_KEPT } from './connection-failure.js';
import type { Connection, Statement } from './postgres-database.js';

/** Runs work on a connection, one statement after the other. */
export async function runWork<T>(connection: Connection, work: Work<T>): Promise<T> {
  const result = await sendWork(connection, work);
  await connection.sent();
  return result;
}

/** The same where a commit follows, which goes out behind what the work has written last. */
export function sendWork<T>(connection: Connection, work: Work<T>): Promise<T> {
  return awaitWork(work, (step) => answerTo(connection, step));
}

/** A statement of the stores as the driver takes it; it is planned once for each connection if it has a name. */
export function statementOf({ isPlannedAnew = false, text, values }: SqlStatement): Statement {
  const { name, numbered } = known(text);
  return { text: numbered, values, ...(!isPlannedAnew && { name }) };
}

function answerTo(connection: Connection, step: Asked): Promise<unknown> {
  if ('text' in step) return connection.query(statementOf(step));
  if ('script' in step) return connection.query({ text: step.script });
  return writeAll(connection, step.writes);
}

/**
 * All writes as parts of one statement: they see the same moment, and constraints are checked at its end. Nobody waits for it, but
 * the commit, or what is asked next. The written rows are counted, because a foreign trigger can swallow some: a change would be made
 * without an entry. A text that is no number then fails the statement.
 */
function writeAll(connection: Connection, writes: readonly Write[]): Promise<void> {
  const parts = writes.flatMap(({ expected, rows, text }) =>
    rows.map((values) => ({ expected, text, values })),
  );
  const texts = parts.map(({ text }, n) => `w${n} as (${text} returning 1)`);
  const counted = parts.flatMap(({ expected }, n) => (expected === undefined ? [] : [{ expected, n }]));
  const areKept = counted.map(({ n }) => `(select count(*) from w${n}) = ?`);
  const check =
    counted.length > 0 ? `case when ${areKept.join(' and ')} then '1' else '${NOT_KEPT}' end` : `'1'`;
  const values = [...parts.flatMap((part) => part.values), ...counted.map(({ expected }) => expected)];
  return connection.send(
    statementOf({ text: `with ${texts.join(', ')} select (${check})::int as one`, values }),
  );
}

interface KnownText {
  readonly name: string;
  readonly numbered: string;
}

const KNOWN = new Map<string, KnownText>();
/** Texts differ by the parts of a search; all others are a few dozen. */
const MAX_KNOWN = 500;

/** Numbers the places of values. The name is made of the text: a pooler gives a connection to programs of other versions. */
function known(text: string): KnownText {
  const found = KNOWN.get(text);
  if (found) return found;
  let places = 0;
  const numbered = text.replaceAll('?', () => `$${++places}`);
  const name = createHash('sha256').update(numbered).digest('base64url').slice(0, 22);
  if (KNOWN.size === MAX_KNOWN) KNOWN.clear();
  KNOWN.set(text, { name, numbered });
  return { name, numbered };
}
