import type { VNode } from 'preact';
import { addressOf, addressWith, usePlace } from '../address.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { EntryLine } from '../trail/entry-line.js';
import { undoneIn } from '../trail/undone.js';
import { words } from '../words.js';

/** The newest changes of a user. */
export function UserTrail({ canChange, id }: { id: string; canChange: boolean }): VNode {
  const place = usePlace();
  const { problem, value } = useLoad(`trail of ${id}`, (service) =>
    service.listAudit({ user: id, limit: 5 }),
  );
  return (
    <section class="card">
      <div class="row between">
        <h2>{words.user.changes}</h2>
        <a href={addressOf('trail', { user: id })}>{words.user.allChanges}</a>
      </div>
      <ProblemNote problem={problem} />
      {value?.entries.length === 0 && <p class="quiet">{words.trail.none}</p>}
      <ul class="rows">
        {value?.entries.map((entry) => (
          <li key={entry.id}>
            <EntryLine
              entry={entry}
              canUndo={canChange ? (one) => addressWith(place, { undo: String(one.id) }) : undefined}
              undone={undoneIn(value.entries)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
