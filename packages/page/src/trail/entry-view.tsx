import type { VNode } from 'preact';
import { addressWith, usePlace } from '../address.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { Chips, Facts } from '../parts/texts.js';
import { useTitle } from '../parts/title.js';
import { words } from '../words.js';
import { EntryLine } from './entry-line.js';
import { undoneIn } from './undone.js';

/** One entry with all that it holds. */
export function EntryView({ canChange, id }: { id: string; canChange: boolean }): VNode {
  const place = usePlace();
  const { problem, value } = useLoad(`entry ${id}`, (service) =>
    service.showAuditEntry({ id: /^\d{1,15}$/.test(id) ? Number(id) : 0 }),
  );
  const entry = value?.entry;
  const user = entry?.userId;
  const later = useLoad(user ? `after entry ${id}` : undefined, (service) =>
    service.listAudit({ ...(user && { user }), after: Number(id), limit: 500 }),
  );
  useTitle(words.trail.entry(id));
  return (
    <>
      <h1>{words.trail.entry(id)}</h1>
      <ProblemNote problem={problem} />
      {entry && (
        <section class="card">
          <EntryLine
            entry={entry}
            canUndo={canChange ? () => addressWith(place, { undo: id }) : undefined}
            undone={undoneIn(later.value?.entries)}
          />
          <Facts
            of={[
              [words.trail.before, setOf(entry.before)],
              [words.trail.after, setOf(entry.after)],
              [words.trail.filters.source, words.source(entry.source)],
              ...(entry.requestId ? [[words.trail.requestId, <code>{entry.requestId}</code>] as const] : []),
              [words.trail.digest, <code>{entry.seal.digest}</code>],
            ]}
          />
        </section>
      )}
    </>
  );
}

function setOf(permissions: readonly string[]): VNode | string {
  return permissions.length === 0 ? words.person.nothing : <Chips of={permissions} />;
}
