import type { AuditEntryJson } from '@ops-admin/core';
import { err, ok, type Result } from 'neverthrow';
import { call, joined, SILENCE_SECONDS } from './call.js';
import type { TrailExported } from './client.js';
import type { ClientOptions } from './client-options.js';
import { OPERATIONS } from './operations.js';
import type { Problem } from './problem.js';

/** See `Client`. Who takes entries slowly can be hung up on: as long as some came, it goes on after the last one. */
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
      // Who stops early reads no more of it.
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
  const reader = (answer.value as Response).body?.getReader();
  const decoder = new TextDecoder();
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (let rest = ''; ; ) {
      silence = setTimeout(giveUp, SILENCE_SECONDS * 1000);
      const { done = true, value } = (await reader?.read()) ?? {};
      clearTimeout(silence);
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        own.signal.throwIfAborted();
        yield ok(JSON.parse(line) as AuditEntryJson);
      }
      if (done && rest !== '') throw new Error('The last line is not whole');
      if (done) return;
    }
  } catch {
    yield err(
      own.signal.aborted && !isSilent
        ? { type: 'aborted', message: 'The request was aborted' }
        : { type: 'no-answer', message: 'The answer ended early' },
    );
  } finally {
    clearTimeout(silence);
  }
}
