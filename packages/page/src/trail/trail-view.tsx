import type { AuditEntry } from '@ops-admin/client';
import type { VNode } from 'preact';
import { type Dispatch, type StateUpdater, useEffect, useState } from 'preact/hooks';
import { addressOf, addressWith, go, type PlaceQuery, usePlace } from '../address.js';
import { Choice, Field } from '../parts/field.js';
import { Filters } from '../parts/form.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { Status } from '../parts/status.js';
import { PermissionField } from '../permissions/permission-fields.js';
import { dayIn } from '../permissions/until-field.js';
import { serviceFor } from '../service.js';
import { nameOf } from '../users/person.js';
import { words } from '../words.js';
import { entriesOf } from './entries-of.js';
import { EntryLine } from './entry-line.js';
import { TRAIL_FILTERS, trailFilterOf } from './trail-query.js';
import { useUndone } from './undone.js';

/** Entries on a page. */
const LIMIT = 50;

/** The trail: who changed what, the newest first, with all filters; what comes is added at its beginning. */
export function TrailView(props: { canChange: boolean; me: string; query: PlaceQuery }): VNode {
  const { canChange, me, query } = props;
  const place = usePlace();
  const before = /^\d{1,15}$/.test(query.before ?? '') ? Number(query.before) : undefined;
  const { before: _before, undo: _undo, undoRun: _undoRun, ...filters } = query;
  const list = useLoad(`trail ${before} ${JSON.stringify(filters)}`, (service) =>
    entriesOf(service, { ...trailFilterOf(query), before, limit: LIMIT }),
  );
  const { isLoading, problem, value } = list;
  const isFiltered = Object.values(filters).some(Boolean);
  // What undid an entry is newer, and of the same user.
  const isWhole =
    before === undefined && Object.entries(filters).every(([name, text]) => !text || name === 'user');
  const [fresh, setFresh] = useState<readonly AuditEntry[]>([]);
  const undone = useUndone([...fresh, ...(value?.entries ?? [])], canChange && !isWhole);
  const [newest] = value?.entries ?? [];
  // Its newest entry is its place among the runs.
  const runs = useLoad(query.batch && newest ? `run of entry ${newest.id}` : undefined, (service) =>
    service.listAuditBatches({ before: (newest?.id ?? 0) + 1, limit: 1 }),
  );
  const run = runs.value?.batches.find(({ batch }) => batch === query.batch);
  const isUndone = run !== undefined && run.undone === run.entries;
  const canUndo =
    canChange && !isUndone ? (one: AuditEntry) => addressWith(place, { undo: String(one.id) }) : undefined;
  return (
    <>
      <h1>{words.trail.title}</h1>
      <p class="row">
        <a href={addressWith(place, { actor: me, before: undefined })}>{words.trail.byMe}</a>
        <a href={addressWith(place, { since: dayIn(0), until: undefined, before: undefined })}>
          {words.trail.today}
        </a>
      </p>
      <TrailFilters key={JSON.stringify(filters)} query={query} />
      <ProblemNote problem={problem} />
      {query.batch && canChange && newest && (
        <p class="row">
          {words.trail.ofRun(query.batch)}
          {run && run.undone > 0 && <span class="quiet">{words.runs.undone(run.undone, run.entries)}</span>}
          {!isUndone && (
            <a class="button" href={addressWith(place, { undoRun: query.batch })}>
              {words.undo.wholeRun}
            </a>
          )}
        </p>
      )}
      {value && before === undefined && (
        <NewEntries query={query} after={value.entries[0]?.id ?? 0} onEntries={setFresh} />
      )}
      <ul class="rows list fresh" aria-live="polite">
        {fresh.map((entry) => (
          <li key={entry.id}>
            <EntryLine entry={entry} canUndo={canUndo} undone={undone} />
          </li>
        ))}
      </ul>
      <Status
        of={list}
        say={({ entries }) => entries.length === 0 && (isFiltered ? words.trail.noneFound : words.trail.none)}
      />
      <ul class="rows list" aria-busy={isLoading || problem !== undefined}>
        {value?.entries.map((entry) => (
          <li key={entry.id}>
            <EntryLine entry={entry} canUndo={canUndo} undone={undone} />
          </li>
        ))}
      </ul>
      <nav class="row paging" aria-label={words.paging.label}>
        {before !== undefined && <a href={addressWith(place, { before: undefined })}>{words.trail.newest}</a>}
        {value?.next != null && (
          <a href={addressWith(place, { before: String(value.next) })}>{words.trail.older}</a>
        )}
      </nav>
    </>
  );
}

/** What has come since the list was read; somebody asks to be shown it. */
function NewEntries(props: {
  query: PlaceQuery;
  after: number;
  onEntries: Dispatch<StateUpdater<readonly AuditEntry[]>>;
}): VNode {
  const { after, onEntries, query } = props;
  const [isFollowed, setFollowed] = useState(false);
  useEffect(() => {
    onEntries([]);
    if (!isFollowed) return;
    const following = new AbortController();
    const { signal } = following;
    const follow = async () => {
      for await (const answer of serviceFor().followTrail({ ...trailFilterOf(query), after, signal })) {
        answer.map((entry) => onEntries((last) => [entry, ...last].slice(0, LIMIT)));
      }
    };
    void follow();
    return () => following.abort();
  }, [isFollowed, after]);
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isFollowed}
        onChange={({ currentTarget }) => setFollowed(currentTarget.checked)}
      />
      {words.trail.follow}
    </label>
  );
}

/** Who has an id: links name users by it. */
function useNameOf(id = ''): string | undefined {
  const { value } = useLoad(/^[0-9a-f]{24}$/i.test(id) ? `user ${id}` : undefined, (service) =>
    service.showUser({ userId: id }),
  );
  return value && nameOf(value.user);
}

function TrailFilters({ query }: { query: PlaceQuery }): VNode {
  const place = usePlace();
  const [typed, setTyped] = useState(query);
  const isFiltered = [...TRAIL_FILTERS, 'action', 'source', 'changed'].some((name) => query[name]);
  const userHint = useNameOf(typed.user) ?? words.trail.userHint;
  const actorHint = useNameOf(typed.actor) ?? words.trail.actorHint;
  const field = (name: (typeof TRAIL_FILTERS)[number]) => ({
    label: words.trail.filters[name],
    value: typed[name] ?? '',
    onValue: (text: string) => setTyped({ ...typed, [name]: text }),
  });
  const choice = (name: 'action' | 'changed' | 'source', options: Readonly<Record<string, string>>) => ({
    label: words.trail.filters[name],
    value: typed[name] ?? '',
    onValue: (text: string) => setTyped({ ...typed, [name]: text }),
    options: [
      { value: '', label: words.trail.any },
      ...Object.entries(options).map(([value, label]) => ({ value, label })),
    ],
  });
  return (
    <details class="card" open={isFiltered}>
      <summary>{words.trail.filter}</summary>
      <Filters
        all={addressOf('trail')}
        onFind={() => go(addressWith(place, { ...typed, before: undefined }))}
      >
        <Field {...field('user')} hint={userHint} />
        <Field {...field('actor')} hint={actorHint} />
        <Choice {...choice('action', words.trail.actions)} />
        <PermissionField {...field('permission')} />
        <Field {...field('module')} />
        <Field {...field('reason')} />
        <Field {...field('batch')} />
        <Field {...field('since')} type="date" />
        <Field {...field('until')} type="date" />
        <Choice {...choice('source', words.sources)} />
        <Choice {...choice('changed', words.trail.changes)} />
      </Filters>
    </details>
  );
}
