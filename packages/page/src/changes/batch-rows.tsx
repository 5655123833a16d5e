import type { PermissionRow } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf } from '../address.js';
import { Note } from '../parts/note.js';
import { Chips, onlyEnded, Who } from '../parts/texts.js';
import { rowName } from '../users/person.js';
import { numberText, words } from '../words.js';
import { ChangedSince } from './changed-since.js';

/** The largest number of listed rows, failed ones first; the rest is counted. */
const ROWS_SHOWN = 100;

/** A row with the permissions that were asked for. */
export interface ShownRow extends PermissionRow {
  readonly asked?: readonly string[];
}

/** Shows the rows of a batch or of its preview. `shown` are the rows of the preview that was confirmed. */
export function BatchRows(props: {
  rows: readonly ShownRow[];
  shown?: readonly PermissionRow[] | undefined;
}): VNode | null {
  const { rows, shown } = props;
  if (rows.length === 0) return null;
  const numbered = rows.map((row, n) => ({ row, asOf: shown?.[n]?.asOf ?? row.asOf }));
  const ordered = [
    ...numbered.filter(({ row }) => isFailed(row)),
    ...numbered.filter(({ row }) => !isFailed(row)),
  ];
  const results = [...new Set(rows.map(words.row))];
  const countOf = (result: string) => {
    const those = rows.filter((row) => words.row(row) === result);
    return words.change.count(result, those.length, usersIn(those));
  };
  const [only, ...more] = ordered;
  if (only && more.length === 0) {
    return (
      <div class="fields">
        <RowUser row={only.row} />
        <RowChips row={only.row} />
        <RowResult {...only} />
      </div>
    );
  }
  return (
    <>
      <p role="status">{results.map(countOf).join(' · ')}</p>
      <div class="scroller">
        <table aria-label={words.change.byUser}>
          <thead>
            <tr>
              <th scope="col">{words.change.user}</th>
              <th scope="col" class="phone-never w15">
                {words.change.change}
              </th>
              <th scope="col">{words.change.note}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, ROWS_SHOWN).map(({ asOf, row }, n) => (
              <tr key={n}>
                <th scope="row">
                  <RowUser row={row}>
                    <span class="phone-only">
                      <RowChips row={row} />
                    </span>
                  </RowUser>
                </th>
                <td class="phone-never">
                  <RowChips row={row} />
                </td>
                <td>
                  <RowResult row={row} asOf={asOf} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > ROWS_SHOWN && <p class="muted">{words.more(numberText(rows.length - ROWS_SHOWN))}</p>}
    </>
  );
}

export function usersIn(rows: readonly PermissionRow[]): number {
  return new Set(rows.map(({ user, userId }) => userId ?? user)).size;
}

function RowUser({ children, row }: { row: ShownRow; children?: VNode }): VNode {
  const href = row.userId === undefined ? undefined : addressOf(`users/${row.userId}`);
  return (
    <Who name={rowName(row)} email={row.email} href={href}>
      {children}
    </Who>
  );
}

function RowResult({ asOf, row }: { row: ShownRow; asOf: number | undefined }): VNode {
  const { leftAlone = [], message, result, stillGrantedBy = [], undoneBy, userId } = row;
  const isBad = isFailed(row);
  // For an undo the message says more than the result.
  const isSaid = message && !isBad && (result === 'reverted' || result === 'would-revert');
  return (
    <div>
      {!isSaid && <span class={isBad ? 'red' : 'muted'}>{words.row(row)}</span>}
      {message && <span class={isSaid ? undefined : isBad ? 'sub red' : 'sub amber'}>{message}</span>}
      {stillGrantedBy.length > 0 && (
        <Note kind="warn">
          {words.change.stillGranted} <Chips of={stillGrantedBy} />
        </Note>
      )}
      {leftAlone.length > 0 && undoneBy === undefined && (
        <Note kind="warn">
          <p>{words.change.leftAlone}</p>
          <ul>
            {leftAlone.map(({ actor, actorEmail, changedBy, identity, permission }) => (
              <li key={`${permission}${identity?.subject}`}>
                <code>{permission ?? identity?.subject}</code>{' '}
                <a href={addressOf(`audit/${changedBy}`)}>
                  {words.change.changedBy(changedBy, actorEmail ?? actor)}
                </a>
              </li>
            ))}
          </ul>
        </Note>
      )}
      {result === 'changed-since' && userId && asOf !== undefined && (
        <ChangedSince user={userId} asOf={asOf} />
      )}
    </div>
  );
}

function RowChips({ row }: { row: ShownRow }): VNode {
  const { added = [], asked = [], linked = [], removed = [], unlinked = [] } = row;
  const accounts = (of: typeof linked) => of.map(({ issuer, subject }) => `${subject} (${issuer})`);
  return (
    <>
      <Chips of={asked} />
      <Chips of={removed} kind="minus" />
      <Chips of={added} kind="plus" ends={row.ends} />
      <Chips of={onlyEnded(row.ends, added)} ends={row.ends} />
      <Chips of={accounts(linked)} kind="plus" />
      <Chips of={accounts(unlinked)} kind="minus" />
    </>
  );
}

/** The table of core, which the build inserts; the page contains no code from core. */
declare const ROW_RESULTS: { readonly nothing: readonly string[]; readonly failed: readonly string[] };

export function isFailed({ result }: PermissionRow): boolean {
  return ROW_RESULTS.failed.includes(result);
}

/** Whether a row makes a change; a confirmation is one, because it writes an entry. */
export function isChange(row: PermissionRow): boolean {
  return !isFailed(row) && !ROW_RESULTS.nothing.includes(row.result);
}
