import type { VNode } from 'preact';
import { EntryLine } from '../audit/entry-line.js';
import { useLoad } from '../parts/load.js';
import { Note } from '../parts/note.js';
import { words } from '../words.js';

export function ChangedSince({ asOf, user }: { user: string; asOf: number }): VNode {
  const { value } = useLoad(`${user} since ${asOf}`, (service) =>
    service.listAudit({ user, after: asOf, limit: 20 }),
  );
  return (
    <Note kind="warn">
      <p>{words.change.changedSince}</p>
      <ol class="line">
        {value?.entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </ol>
    </Note>
  );
}
