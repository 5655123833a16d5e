import type { AuditEntry } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf } from '../address.js';
import { departmentName, type ListedDepartment } from '../departments/department-names.js';
import { Chips, onlyEnded, Time } from '../parts/texts.js';
import { words } from '../words.js';
import type { Undone } from './undone.js';

/** Actions that cannot be undone. */
const FINAL = new Set(['attest', 'erase', 'expire', 'rotate', 'update']);

/** Whether an entry about permissions changed none. */
export function isNothing({ action, added, ends = {}, removed }: AuditEntry): boolean {
  return (
    added.length + removed.length + Object.keys(ends).length === 0 &&
    ['add', 'remove', 'set', 'revert'].includes(action)
  );
}

/** Whether an entry can be undone, as far as the entry itself shows. */
export function canBeUndone(entry: AuditEntry, undone: Undone | undefined): boolean {
  const isFinal = FINAL.has(entry.action) || entry.change === 'deleted';
  return !undone?.has(entry.id) && !isNothing(entry) && !isFinal;
}

/** Returns the name of an entry's department; the entry itself has the name of a deleted one. */
export function departmentOf(entry: AuditEntry, departments: readonly ListedDepartment[]): string {
  const { change, departmentId = null, former } = entry;
  return (change === 'deleted' && former?.name) || departmentName(departments, departmentId);
}

export function EntryWhat({ entry, undone }: { entry: AuditEntry; undone?: Undone | undefined }): VNode {
  const { action, added, change, identity, members, removed, requested } = entry;
  return (
    <>
      {words.action(action, change)} <Chips of={removed} kind="minus" />{' '}
      <Chips of={added} kind="plus" ends={entry.ends} />{' '}
      <Chips of={onlyEnded(entry.ends, added)} ends={entry.ends} />
      {isNothing(entry) && <span class="muted">{words.audit.nothing(requested)}</span>}
      {identity && (
        <>
          <code>{identity.subject ?? words.audit.erasedSubject}</code>{' '}
          <span class="muted">{identity.issuer}</span>
        </>
      )}
      {members && (
        <span class="muted">
          {/* The entry has the time itself. */}
          {members
            .filter((name) => !/edAt$/.test(name))
            .map(words.audit.member)
            .join(', ')}
        </span>
      )}{' '}
      {undone?.has(entry.id) && <span class="badge">{words.audit.undone}</span>}
    </>
  );
}

export function EntryLine(props: {
  entry: AuditEntry;
  canUndo?: ((entry: AuditEntry) => string) | undefined;
  undone?: Undone | undefined;
  /** Whether the view already names the user. */
  isOfOne?: boolean;
}): VNode {
  const { canUndo, entry, isOfOne, undone } = props;
  const { actor, actorUser, batch, reason, reverts, user, userId } = entry;
  const undoneBy = undone?.get(entry.id);
  const related = [
    ...(reverts === undefined ? [] : [[`audit/${reverts}`, words.audit.reverts(reverts)] as const]),
    ...(batch ? [[`batches/${encodeURIComponent(batch)}`, words.audit.ofBatch(batch)] as const] : []),
    ...(undoneBy === undefined ? [] : [[`audit/${undoneBy}`, words.audit.undoneBy(undoneBy)] as const]),
  ];
  return (
    <li>
      <Time at={entry.time} />
      <div>
        {actorUser ? (
          <a href={addressOf(`users/${actorUser._id}`)}>{actorUser.email ?? actor}</a>
        ) : (
          words.audit.actor(actor)
        )}
        : <EntryWhat entry={entry} undone={undone} />{' '}
        {!isOfOne && userId !== null && <a href={addressOf(`users/${userId}`)}>{user?.email ?? userId}</a>}
        <div class="sub">
          {reason && <>{reason} · </>}
          <a class="muted" href={addressOf(`audit/${entry.id}`)}>
            {words.audit.entry(entry.id)}
          </a>
          {related.map(([path, text]) => (
            <span key={path}>
              {' '}
              · <a href={addressOf(path)}>{text}</a>
            </span>
          ))}
        </div>
      </div>
      {canUndo && canBeUndone(entry, undone) && (
        <a class="button quiet tight" href={canUndo(entry)} aria-label={words.undo.of(entry.id)}>
          {words.undo.open}
        </a>
      )}
    </li>
  );
}
