import type { AuditEntry } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf } from '../address.js';
import { Chips, onlyEnded, Time } from '../parts/texts.js';
import { words } from '../words.js';
import type { Undone } from './undone.js';

/** Actions that nothing undoes. */
const FINAL = new Set(['attest', 'erase', 'expire', 'rotate', 'update']);

/** Whether an entry changed no permission, although it could have. */
export function isNothing({ action, added, ends = {}, removed }: AuditEntry): boolean {
  return (
    added.length + removed.length + Object.keys(ends).length === 0 &&
    ['add', 'remove', 'set', 'revert'].includes(action)
  );
}

/** Whether an entry can be undone, as far as the entry itself says. */
export function canBeUndone(entry: AuditEntry, undone: Undone | undefined): boolean {
  const isFinal = FINAL.has(entry.action) || entry.change === 'deleted';
  return !undone?.has(entry.id) && !isNothing(entry) && !isFinal;
}

/** What an entry did: the action, and the permissions, account or details that it changed. */
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

/** An entry in a time line: when, by whom, what, and why. */
export function EntryLine(props: {
  entry: AuditEntry;
  canUndo?: ((entry: AuditEntry) => string) | undefined;
  undone?: Undone | undefined;
  /** Whether all of them are about one user, whom the view names. */
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
