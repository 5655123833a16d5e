import type { AuditEntry } from '@ops-admin/client';
import type { ComponentChildren, VNode } from 'preact';
import { addressOf, addressWith, entryIn, usePlace } from '../address.js';
import { useDepartments } from '../departments/department-names.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { Empty } from '../parts/table.js';
import { Chips, Facts, Perm } from '../parts/texts.js';
import { useTitle } from '../parts/title.js';
import { timeText, words } from '../words.js';
import { canBeUndone, departmentOf, EntryWhat } from './entry-line.js';
import { type Undone, undoneIn } from './undone.js';

export function EntryView({ canChange, id }: { id: string; canChange: boolean }): VNode {
  const { problem, value } = useLoad(`entry ${id}`, (service) =>
    service.showAuditEntry({ id: entryIn(id) ?? 0 }),
  );
  const entry = value?.entry;
  const user = entry?.userId;
  const later = useLoad(user ? `after entry ${id}` : undefined, (service) =>
    service.listAudit({ ...(user && { user }), after: Number(id), limit: 500 }),
  );
  useTitle(words.audit.entry(id));
  if (problem?.type === 'error-answer' && problem.status === 404) {
    return (
      <Empty
        isView
        icon="audit"
        title={words.audit.missing(id)}
        next={[addressOf('audit'), words.backTo(words.audit.title)]}
      >
        <p role="alert">{words.problems.plain(problem.message)}</p>
      </Empty>
    );
  }
  return (
    <>
      <div class="head">
        <h1>{words.audit.entry(id)}</h1>
      </div>
      <ProblemNote problem={problem} />
      {entry && (
        <EntryDetails entry={entry} canChange={canChange} undone={undoneIn(later.value?.entries)} isWhole />
      )}
    </>
  );
}

export function EntryDetails(props: {
  entry: AuditEntry;
  canChange: boolean;
  undone: Undone | undefined;
  isWhole?: boolean;
}): VNode {
  const { canChange, entry, isWhole, undone } = props;
  const { actor, actorUser, batch, id, reason, reverts, userId } = entry;
  const place = usePlace();
  const undoneBy = undone?.get(id);
  const departments = useDepartments({ isNeeded: entry.departmentId !== undefined });
  const to = (text: string, entry: number) => (
    <a key={text} href={addressOf(`audit/${entry}`)}>
      {text}
    </a>
  );
  const facts: (readonly [string, ComponentChildren])[] = [
    [words.audit.number, `${id} · ${timeText(entry.time)}`],
    [
      words.audit.filters.actor,
      `${actorUser?.email ?? words.audit.actor(actor)}, ${words.source(entry.source)}`,
    ],
    [words.audit.filters.action, <EntryWhat key="what" entry={entry} undone={undone} />],
    [words.users.department, departmentOf(entry, departments)],
    [
      words.audit.filters.user,
      userId && (
        <a key="whom" href={addressOf(`users/${userId}`)}>
          {entry.user?.email ?? userId}
        </a>
      ),
    ],
    [words.change.reason, reason],
    [
      words.audit.filters.batch,
      batch && (
        <a key="batch" href={addressOf(`batches/${encodeURIComponent(batch)}`)}>
          {batch}
        </a>
      ),
    ],
    [words.undo.link, reverts !== undefined && to(words.audit.reverts(reverts), reverts)],
    [words.audit.undone, undoneBy !== undefined && to(words.audit.undoneBy(undoneBy), undoneBy)],
    [words.audit.before, userId && setOf(entry.before)],
    [words.audit.after, userId && setOf(entry.after)],
  ];
  return (
    <div class="box">
      <Facts of={facts.filter(([, value]) => value)} />
      <details open={isWhole}>
        <summary class="muted">{words.audit.technical}</summary>
        <Facts
          of={[
            ...(entry.requestId
              ? [[words.audit.requestId, <code key="id">{entry.requestId}</code>] as const]
              : []),
            [words.audit.digest, <code key="digest">{entry.seal.digest}</code>],
          ]}
        />
      </details>
      <div class="row">
        {canChange && canBeUndone(entry, undone) && (
          <a class="button" href={addressWith(place, { undo: String(id) })} aria-label={words.undo.of(id)}>
            {words.undo.open}
          </a>
        )}
        {!isWhole && (
          <a class="button quiet" href={addressOf(`audit/${id}`)}>
            {words.user.openEntry}
          </a>
        )}
      </div>
    </div>
  );
}

function setOf(permissions: readonly string[]): ComponentChildren {
  if (permissions.length === 0) return words.person.nothing;
  return permissions.length > 5 ? (
    <Chips of={permissions} />
  ) : (
    permissions.map((one) => (
      <div key={one}>
        <Perm of={one} />
      </div>
    ))
  );
}
