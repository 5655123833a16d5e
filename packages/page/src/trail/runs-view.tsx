import type { VNode } from 'preact';
import { addressOf, addressWith, type PlaceQuery, usePlace } from '../address.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { Time } from '../parts/texts.js';
import { words } from '../words.js';

/** The runs over many users, the newest first. */
export function RunsView({ canChange, query }: { canChange: boolean; query: PlaceQuery }): VNode {
  const place = usePlace();
  const before = /^\d{1,15}$/.test(query.before ?? '') ? Number(query.before) : undefined;
  const { problem, value } = useLoad(`runs ${before}`, (service) =>
    service.listAuditBatches({ before, limit: 50 }),
  );
  return (
    <>
      <h1>{words.runs.title}</h1>
      <ProblemNote problem={problem} />
      <p role="status">{value ? value.batches.length === 0 && words.runs.none : words.loading}</p>
      <ul class="rows">
        {value?.batches.map(({ actor, actorUser, batch, entries, reason, source, until, users }) => (
          <li key={batch} class="stack tight">
            <p>
              <a href={addressOf('trail', { batch })}>{batch}</a>{' '}
              <span class="quiet">
                {words.trail.by} {actorUser?.email ?? actor}, <Time at={until} />, {words.source(source)}
              </span>
            </p>
            {reason && <p>{words.trail.reason(reason)}</p>}
            <p class="row quiet">
              {words.runs.size(entries, users)}
              {canChange && <a href={addressWith(place, { undoRun: batch })}>{words.undo.link}</a>}
            </p>
          </li>
        ))}
      </ul>
      <nav class="row paging" aria-label={words.paging.label}>
        {before !== undefined && <a href={addressOf('runs')}>{words.trail.newest}</a>}
        {value?.next != null && (
          <a href={addressOf('runs', { before: String(value.next) })}>{words.trail.older}</a>
        )}
      </nav>
    </>
  );
}
