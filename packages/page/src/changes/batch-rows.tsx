import type { PermissionRow } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf } from '../address.js';
import { Note } from '../parts/note.js';
import { Chips, onlyEnded, Who } from '../parts/texts.js';
import { rowName } from '../users/person.js';
import { numberText, words } from '../words.js';
import { ChangedSince } from './changed-since.js';

/** Rows beyond this number are counted, and not listed: failed ones come first. */
const ROWS_SHOWN = 100;

/** A row, with what was asked for. */
export interface ShownRow extends PermissionRow {
  readonly asked?: readonly string[];
}

/** What a batch did with each user, or would do. `shown` are the rows of the preview. */
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
  return (
    <>
      {rows.length > 1 && <p role="status">{results.map(countOf).join(' · ')}</p>}
      <div class="scroller">
        <table aria-label={words.change.byUser}>
          <thead>
            <tr>
              <th scope="col">{words.change.user}</th>
              <th scope="col" class="phone-never w12">
                {words.change.change}
              </th>
              <th scope="col">{words.change.note}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, ROWS_SHOWN).map(({ asOf, row }, n) => (
              <BatchRow key={n} row={row} asOf={asOf} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > ROWS_SHOWN && <p class="muted">{words.more(numberText(rows.length - ROWS_SHOWN))}</p>}
    </>
  );
}

/** The number of users that rows are about. */
export function usersIn(rows: readonly PermissionRow[]): number {
  return new Set(rows.map(({ user, userId }) => userId ?? user)).size;
}

function BatchRow({ asOf, row }: { row: ShownRow; asOf?: number | undefined }): VNode {
  const { leftAlone = [], message, result, stillGrantedBy = [], undoneBy, userId } = row;
  return (
    <tr>
      <th scope="row">
        <Who
          name={rowName(row)}
          email={row.email}
          href={userId === undefined ? undefined : addressOf(`users/${userId}`)}
        >
          <span class="phone-only">
            <RowChips row={row} />
          </span>
        </Who>
      </th>
      <td class="phone-never">
        <RowChips row={row} />
      </td>
      <td>
        <span class={isFailed(row) ? 'red' : 'muted'}>{words.row(row)}</span>
        {message && <span class={isFailed(row) ? 'sub red' : 'sub'}>{message}</span>}
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
      </td>
    </tr>
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
