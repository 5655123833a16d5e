import type { VNode } from 'preact';
import { addressOf, addressWith, usePlace } from '../address.js';
import { EntryLine } from '../audit/entry-line.js';
import { undoneIn } from '../audit/undone.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { words } from '../words.js';

export function UserChanges({ canChange, id }: { id: string; canChange: boolean }): VNode {
  const place = usePlace();
  const { problem, value } = useLoad(`changes of ${id}`, (service) =>
    service.listAudit({ user: id, limit: 8 }),
  );
  return (
    <section class="section" aria-labelledby="changes">
      <div class="row">
        <h2 id="changes">{words.user.changes}</h2>
        <a class="push" href={addressOf('audit', { user: id })}>
          {words.user.allChanges}
        </a>
      </div>
      <ProblemNote problem={problem} />
      {value?.entries.length === 0 && <p class="muted">{words.audit.none}</p>}
      <ol class="line">
        {value?.entries.map((entry) => (
          <EntryLine
            key={entry.id}
            entry={entry}
            isOfOne
            canUndo={canChange ? (one) => addressWith(place, { undo: String(one.id) }) : undefined}
            undone={undoneIn(value.entries)}
          />
        ))}
      </ol>
    </section>
  );
}
