import type { AuditEntryJson } from '@ops-admin/core';
import { err, ok, type Result } from 'neverthrow';
import { call, joined } from './call.js';
import type { TrailExported } from './client.js';
import type { ClientOptions } from './client-options.js';
import { isObject, mistakeIn } from './mistake-in.js';
import { OPERATIONS } from './operations.js';
import type { Problem } from './problem.js';
import { MAX_ANSWER_BYTES, TOO_LONG, textsOf } from './read-answer.js';

/** See `Client`. The service can cut a slow reader off: if entries arrived, the export continues after the last one. */
export async function* exportTrail(
  options: ClientOptions,
  { after = 0, signal, ...filters }: TrailExported = {},
): AsyncGenerator<Result<AuditEntryJson, Problem>, void> {
  for (let last = after, cut = true; cut; ) {
    const first = last;
    cut = false;
    const { own, release } = joined(options.signal, signal);
    try {
      for await (const entry of entriesAfter(last, { ...options, signal: own.signal }, filters, own)) {
        if (entry.isOk()) last = entry.value.id;
        else cut = entry.error.type === 'no-answer' && last > first;
        if (!cut) yield entry;
      }
    } finally {
      release();
      // A caller that stops early reads no more of it.
      own.abort();
    }
  }
}

async function* entriesAfter(
  after: number,
  options: ClientOptions,
  filters: Omit<TrailExported, 'after' | 'signal'>,
  own: AbortController,
): AsyncGenerator<Result<AuditEntryJson, Problem>, void> {
  let isSilent = false;
  const giveUp = () => {
    isSilent = true;
    own.abort();
  };
  const answer = await call(options, OPERATIONS.exportAudit, { ...filters, after });
  if (answer.isErr()) return yield err(answer.error);
  // A line comes in pieces, which are put together once.
  let [pieces, length]: [string[], number] = [[], 0];
  try {
    for await (const [text] of textsOf(answer.value as Response, giveUp)) {
      const [first = '', ...lines] = text.split('\n');
      pieces.push(first);
      length += first.length;
      for (const begun of lines) {
        own.signal.throwIfAborted();
        const entry: unknown = JSON.parse(pieces.join(''));
        const wrong = isObject(entry) ? mistakeIn(entry, { id: 'number' }) : 'a line is not an object';
        if (wrong !== undefined) return yield foreign(`The answer has another shape: ${wrong}`);
        yield ok(entry as AuditEntryJson);
        [pieces, length] = [[begun], begun.length];
      }
      if (length > MAX_ANSWER_BYTES) return yield foreign(`The answer has a line ${TOO_LONG}`);
    }
    if (length > 0) yield foreign('The answer ended early');
  } catch {
    yield own.signal.aborted && !isSilent
      ? err({ type: 'aborted', message: 'The request was aborted' })
      : foreign('The answer ended early');
  }
}

function foreign(message: string): Result<never, Problem> {
  return err({ type: 'no-answer', message });
}
