import type { PermissionRow } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf } from '../address.js';
import { Chips, onlyEnded } from '../parts/texts.js';
import { rowName } from '../users/person.js';
import { numberText, words } from '../words.js';
import { ChangedSince } from './changed-since.js';

/** More rows than this are counted, and not listed: failed ones come first. */
const ROWS_SHOWN = 100;

/** A row, with what was asked for. */
export interface ShownRow extends PermissionRow {
  readonly asked?: readonly string[];
}

/** What a run did with each user, or would do. `shown` are the rows that it was decided by. */
export function RunRows(props: {
  rows: readonly ShownRow[];
  shown?: readonly PermissionRow[] | undefined;
}): VNode {
  const { rows, shown } = props;
  const numbered = rows.map((row, n) => ({ row, asOf: shown?.[n]?.asOf ?? row.asOf }));
  const ordered = [
    ...numbered.filter(({ row }) => isFailed(row)),
    ...numbered.filter(({ row }) => !isFailed(row)),
  ];
  const results = [...new Set(rows.map(words.row))];
  const countOf = (result: string) => {
    const those = rows.filter((row) => words.row(row) === result);
    return words.run.count(result, those.length, usersIn(those));
  };
  return (
    <>
      {rows.length > 1 && <p>{results.map(countOf).join(' · ')}</p>}
      <ul class="rows">
        {ordered.slice(0, ROWS_SHOWN).map(({ asOf, row }, n) => (
          <li key={n}>
            <RunRow row={row} asOf={asOf} />
          </li>
        ))}
      </ul>
      {rows.length > ROWS_SHOWN && (
        <p class="quiet">{words.run.more(numberText(rows.length - ROWS_SHOWN))}</p>
      )}
    </>
  );
}

/** The number of users that rows are about. */
export function usersIn(rows: readonly PermissionRow[]): number {
  return new Set(rows.map(({ user, userId }) => userId ?? user)).size;
}

function RunRow({ asOf, row }: { row: ShownRow; asOf?: number | undefined }): VNode {
  const {
    added = [],
    asked = [],
    leftAlone = [],
    linked = [],
    message,
    removed = [],
    result,
    stillGrantedBy = [],
    undoneBy,
    unlinked = [],
    userId,
  } = row;
  return (
    <div class="stack tight">
      <p>
        {userId ? <a href={addressOf(`users/${userId}`)}>{rowName(row)}</a> : <span>{rowName(row)}</span>}
        {': '}
        <strong class={isFailed(row) ? 'bad-text' : ''}>{words.row(row)}</strong>
      </p>
      <Chips of={asked} />
      <Chips of={removed} kind="removed" />
      <Chips of={added} kind="added" ends={row.ends} />
      <Chips of={onlyEnded(row.ends, added)} ends={row.ends} />
      {[
        ...linked.map((one) => ['added', one] as const),
        ...unlinked.map((one) => ['removed', one] as const),
      ].map(([kind, { issuer, subject }]) => (
        <Chips key={kind + issuer + subject} of={[`${subject} (${issuer})`]} kind={kind} />
      ))}
      {stillGrantedBy.length > 0 && (
        <div class="note warn">
          <p>{words.run.stillGranted}</p>
          <Chips of={stillGrantedBy} />
        </div>
      )}
      {leftAlone.length > 0 && undoneBy === undefined && (
        <div class="note warn">
          <p>{words.run.leftAlone}</p>
          <ul>
            {leftAlone.map(({ actor, actorEmail, changedBy, identity, permission }) => (
              <li key={`${permission}${identity?.subject}`}>
                <code>{permission ?? identity?.subject}</code>{' '}
                <a href={addressOf(`trail/${changedBy}`)}>
                  {words.run.changedBy(changedBy, actorEmail ?? actor)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {message && <p class={isFailed(row) ? 'bad-text' : 'quiet'}>{message}</p>}
      {result === 'changed-since' && userId && asOf !== undefined && (
        <ChangedSince user={userId} asOf={asOf} />
      )}
    </div>
  );
}

/** The table of core, which the build puts in; the page has no code from core. */
declare const ROW_RESULTS: { readonly nothing: readonly string[]; readonly failed: readonly string[] };

/** Whether what a row asked for was not done. */
export function isFailed({ result }: PermissionRow): boolean {
  return ROW_RESULTS.failed.includes(result);
}

/** Whether a row did something, or would: keeping a permission is an entry, too. */
export function isChange(row: PermissionRow): boolean {
  return !isFailed(row) && !ROW_RESULTS.nothing.includes(row.result);
}
