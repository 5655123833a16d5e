import type { VNode } from 'preact';
import { useLoad } from '../parts/load.js';
import { EntryLine } from '../trail/entry-line.js';
import { words } from '../words.js';

/** What others did to a user after they were shown. */
export function ChangedSince({ asOf, user }: { user: string; asOf: number }): VNode {
  const { value } = useLoad(`${user} since ${asOf}`, (service) =>
    service.listAudit({ user, after: asOf, limit: 20 }),
  );
  return (
    <div class="note warn">
      <p>{words.run.changedSince}</p>
      <ul class="rows">
        {value?.entries.map((entry) => (
          <li key={entry.id}>
            <EntryLine entry={entry} />
          </li>
        ))}
      </ul>
    </div>
  );
}
