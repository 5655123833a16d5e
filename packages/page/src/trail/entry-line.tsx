import type { AuditEntry } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf } from '../address.js';
import { Chips, onlyEnded, Time } from '../parts/texts.js';
import { words } from '../words.js';
import type { Undone } from './undone.js';

/** What nothing undoes (decision 20, "13, 18."). */
const FINAL = new Set(['attest', 'department', 'erase', 'expire', 'rotate', 'update']);

/** An entry of the trail: who did what to whom, when and why. */
export function EntryLine({
  canUndo,
  entry,
  undone,
}: {
  entry: AuditEntry;
  canUndo?: ((entry: AuditEntry) => string) | undefined;
  undone?: Undone | undefined;
}): VNode {
  const {
    action,
    actor,
    actorUser,
    added,
    batch,
    identity,
    members,
    reason,
    removed,
    requested,
    reverts,
    user,
    userId,
  } = entry;
  const isNothing =
    added.length + removed.length + Object.keys(entry.ends ?? {}).length === 0 &&
    ['add', 'remove', 'set', 'revert'].includes(action);
  const undoneBy = undone?.get(entry.id);
  return (
    <article class="stack tight" aria-label={words.trail.entry(entry.id)}>
      <p>
        <strong>{words.action(action)}</strong>{' '}
        {userId !== null && <a href={addressOf(`users/${userId}`)}>{user?.email ?? userId}</a>}{' '}
        <span class="quiet">
          {words.trail.by}{' '}
          {actorUser ? <a href={addressOf(`users/${actorUser._id}`)}>{actorUser.email ?? actor}</a> : actor},{' '}
          <Time at={entry.time} />
        </span>
      </p>
      <Chips of={removed} kind="removed" />
      <Chips of={added} kind="added" ends={entry.ends} />
      <Chips of={onlyEnded(entry.ends, added)} ends={entry.ends} />
      {isNothing && <p class="quiet">{words.trail.nothing(requested)}</p>}
      {identity && (
        <p>
          <code>{identity.subject ?? words.trail.erasedSubject}</code>{' '}
          <span class="quiet">{identity.issuer}</span>
        </p>
      )}
      {members && members.length > 0 && (
        <p class="quiet">{words.trail.members(members.map(words.trail.member).join(', '))}</p>
      )}
      {reason && <p>{words.trail.reason(reason)}</p>}
      <p class="row quiet">
        <a href={addressOf(`trail/${entry.id}`)}>{words.trail.number(entry.id)}</a>
        {reverts !== undefined && <a href={addressOf(`trail/${reverts}`)}>{words.trail.reverts(reverts)}</a>}
        {batch && <a href={addressOf('trail', { batch })}>{words.trail.ofRun(batch)}</a>}
        {undoneBy !== undefined && (
          <a href={addressOf(`trail/${undoneBy}`)}>{words.trail.undoneBy(undoneBy)}</a>
        )}
        {canUndo && undoneBy === undefined && !isNothing && !FINAL.has(action) && (
          <a href={canUndo(entry)}>{words.undo.link}</a>
        )}
      </p>
    </article>
  );
}
