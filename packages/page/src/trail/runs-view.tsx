import type { AuditBatch } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf, addressWith, type PlaceQuery, usePlace } from '../address.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { Status } from '../parts/status.js';
import { Chips, Time } from '../parts/texts.js';
import { numberText, words } from '../words.js';

/** Of so many permissions a run says that it was about them. */
const PERMISSIONS_SHOWN = 3;

/** What a run did, by its newest entry. */
function RunDone({ run: { action, entries, requested } }: { run: AuditBatch }): VNode {
  const more = requested.length - PERMISSIONS_SHOWN;
  return (
    <div class="row">
      <strong>{words.runs.did(action, entries > 1 && requested.length > 0)}</strong>
      <Chips of={requested.slice(0, PERMISSIONS_SHOWN)} />
      {more > 0 && <span class="quiet">{words.run.more(numberText(more))}</span>}
    </div>
  );
}

/** The runs over many users, the newest first. */
export function RunsView({ canChange, query }: { canChange: boolean; query: PlaceQuery }): VNode {
  const place = usePlace();
  const before = /^\d{1,15}$/.test(query.before ?? '') ? Number(query.before) : undefined;
  const list = useLoad(`runs ${before}`, (service) => service.listAuditBatches({ before, limit: 50 }));
  const { problem, value } = list;
  return (
    <>
      <h1>{words.runs.title}</h1>
      <ProblemNote problem={problem} />
      <Status of={list} say={({ batches }) => batches.length === 0 && words.runs.none} />
      <ul class="rows list">
        {value?.batches.map((run) => (
          <li key={run.batch} class="stack tight">
            <p>
              <a href={addressOf('trail', { batch: run.batch })}>{run.batch}</a>{' '}
              <span class="quiet">
                {words.trail.by} {run.actorUser?.email ?? run.actor}, <Time at={run.until} />,{' '}
                {words.source(run.source)}
              </span>
            </p>
            <RunDone run={run} />
            {run.reason && <p>{words.trail.reason(run.reason)}</p>}
            <p class="row quiet">
              {words.runs.size(run.entries, run.users)}
              {run.undone > 0 && <span>{words.runs.undone(run.undone, run.entries)}</span>}
              {canChange && run.undone < run.entries && (
                <a href={addressWith(place, { undoRun: run.batch })}>{words.undo.link}</a>
              )}
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
