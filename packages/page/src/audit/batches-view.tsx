import type { AuditBatch, AuditEntry, PermissionRow } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf, addressWith, entryIn, type PlaceQuery, usePlace } from '../address.js';
import { isFailed } from '../changes/batch-rows.js';
import { useDraft } from '../parts/draft.js';
import { useLoad } from '../parts/load.js';
import { useMore } from '../parts/more.js';
import { ProblemNote } from '../parts/note.js';
import { Older } from '../parts/paging.js';
import { Status } from '../parts/status.js';
import { Empty, Pick, PickAll, SelectionBar, Table } from '../parts/table.js';
import { Chips, Time, Who } from '../parts/texts.js';
import { useTitle } from '../parts/title.js';
import { numberText, words } from '../words.js';
import { entriesOf } from './entries-of.js';
import { EntryWhat } from './entry-line.js';

/** The largest number of permissions shown for a batch. */
const PERMISSIONS_SHOWN = 3;

/** The largest number of rows that the page reads; a batch with more is undone as a whole. */
const MOST_ROWS = 500;

function BatchWhat({ batch: { action, requested } }: { batch: AuditBatch }): VNode {
  const more = requested.length - PERMISSIONS_SHOWN;
  return (
    <>
      {words.audit.actions[action] ?? action} <Chips of={requested.slice(0, PERMISSIONS_SHOWN)} />
      {more > 0 && <span class="muted">{words.more(numberText(more))}</span>}
    </>
  );
}

export function BatchesView({ query }: { query: PlaceQuery }): VNode {
  const before = entryIn(query.before);
  const list = useLoad(`batches ${before}`, (service) => service.listAuditBatches({ before, limit: 50 }));
  const { problem, value } = list;
  return (
    <>
      <div class="head">
        <h1>{words.batches.title}</h1>
        <Status of={list} isUnseen say={({ batches }) => words.batches.found(batches.length)} />
        <p class="lead">{words.batches.means}</p>
      </div>
      <ProblemNote problem={problem} onRetry={list.reload} />
      {value?.batches.length === 0 ? (
        <Empty
          icon="batches"
          title={words.batches.none}
          means={words.batches.noneMeans}
          next={[addressOf('users'), words.batches.select]}
        />
      ) : (
        <Table
          of={list}
          label={words.batches.title}
          columns={7}
          head={
            <>
              <th scope="col" class="phone-never">
                {words.audit.time}
              </th>
              <th scope="col">{words.audit.filters.batch}</th>
              <th scope="col" class="wide-only w15">
                {words.audit.filters.actor}
              </th>
              <th scope="col" class="phone-never">
                {words.audit.filters.action}
              </th>
              <th scope="col" class="num wide-only">
                {words.batches.entries}
              </th>
              <th scope="col" class="num phone-never">
                {words.users.title}
              </th>
              <th scope="col" class="num">
                {words.audit.undone}
              </th>
            </>
          }
        >
          <tbody>
            {value?.batches.map((one) => (
              <tr key={one.batch}>
                <td class="nowrap muted phone-never">
                  <Time at={one.until} />
                </td>
                <th scope="row">
                  <a class="name" href={addressOf(`batches/${encodeURIComponent(one.batch)}`)}>
                    {one.batch}
                  </a>
                  {one.reason && <span class="sub">{one.reason}</span>}
                  <span class="sub narrow-only">
                    {words.audit.byWhom(one.actorUser?.email ?? one.actor)}
                    <span class="phone-only">
                      <Time at={one.until} />
                    </span>
                  </span>
                </th>
                <td class="wide-only">
                  {one.actorUser ? <Who name={one.actorUser.email ?? one.actor} /> : one.actor}
                </td>
                <td class="phone-never">
                  <BatchWhat batch={one} />
                </td>
                <td class="num wide-only">{numberText(one.entries)}</td>
                <td class="num phone-never">{numberText(one.users)}</td>
                <td class="num">
                  {one.undone === one.entries ? (
                    <span class="badge">{words.batches.all}</span>
                  ) : (
                    <span class={one.undone === 0 ? 'muted' : undefined}>{numberText(one.undone)}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Older isOlder={before !== undefined} next={value?.next} />
    </>
  );
}

export function BatchView(props: { name: string; canChange: boolean; query: PlaceQuery }): VNode {
  const { canChange, name } = props;
  const place = usePlace();
  const list = useLoad(`batch ${name}`, (service) => entriesOf(service, { batch: name, limit: MOST_ROWS }));
  const { problem, value } = list;
  const entries = value?.entries ?? [];
  const [newest] = entries;
  const oldest = entries.at(-1);
  const summary = useLoad(newest ? `batch of ${newest.id}` : undefined, (service) =>
    service.listAuditBatches({ before: (newest?.id ?? 0) + 1, limit: 1 }),
  );
  const [batch] = summary.value?.batches ?? [];
  // A dry run of the undo says what happened to each row since.
  const ids = entries.flatMap(({ id, userId }) => (userId === null ? [] : [id]));
  const undo = useLoad(ids.length > 0 ? `undo of ${ids}` : undefined, (service) =>
    service.revertChanges({ entries: ids, dryRun: true }),
  );
  const since = new Map(undo.value?.results.map((row) => [row.reverts, row]));
  const isOpen = ({ id }: AuditEntry) => {
    const row = since.get(id);
    return row !== undefined && row.undoneBy === undefined && row.result !== 'nothing-left' && !isFailed(row);
  };
  const open = entries.filter(isOpen).map(({ id }) => id);
  const [selected, setSelected] = useDraft<readonly number[]>('selected', [], `batch ${name}`);
  const chosen = open.filter((id) => selected.includes(id));
  const [shown, more] = useMore(entries, 100);
  useTitle(name);
  if (value && entries.length === 0) {
    return (
      <Empty
        isView
        icon="batches"
        title={words.batches.missing(name)}
        next={[addressOf('batches'), words.backTo(words.batches.title)]}
      />
    );
  }
  const undone = batch?.undone ?? 0;
  return (
    <>
      <div class="profile">
        <div>
          <div class="row">
            <h1>{name}</h1>
            {batch && undone > 0 && <span class="badge">{words.batches.undone(undone, batch.entries)}</span>}
          </div>
          {newest?.reason && <p>{newest.reason}</p>}
          {newest && oldest && (
            <p class="facts-line">
              <span>
                {newest.actorUser?.email ?? words.audit.actor(newest.actor)}, <Time at={newest.time} />
              </span>
              {batch && <span>{words.users.found(batch.users)}</span>}
              <a href={addressOf('audit', { batch: name })}>
                {words.batches.inLog(batch?.entries ?? entries.length)}
              </a>
            </p>
          )}
        </div>
        {canChange && batch && undone < batch.entries && (
          <div class="row">
            <a class="button" href={addressWith(place, { undoBatch: name })}>
              {words.undo.whole}
            </a>
          </div>
        )}
      </div>
      <ProblemNote problem={problem ?? undo.problem} onRetry={list.reload} />
      <Table
        of={list}
        label={words.batches.rows}
        columns={5}
        head={
          <>
            {canChange && (
              <PickAll
                label={words.batches.selectAll}
                rows={open.length}
                selected={chosen.length}
                onSelect={(isSelected) => setSelected(isSelected ? open : [])}
              />
            )}
            <th scope="col">{words.change.user}</th>
            <th scope="col" class="phone-never">
              {words.change.change}
            </th>
            <th scope="col">{words.batches.since}</th>
            <th scope="col" class="num wide-only">
              {words.audit.number}
            </th>
          </>
        }
      >
        <tbody>
          {shown.map((entry) => (
            <BatchRow
              key={entry.id}
              entry={entry}
              since={since.get(entry.id)}
              isSelected={selected.includes(entry.id)}
              onSelect={
                canChange
                  ? (is) =>
                      setSelected(is ? [...selected, entry.id] : selected.filter((id) => id !== entry.id))
                  : undefined
              }
              isOpen={isOpen(entry)}
            />
          ))}
        </tbody>
      </Table>
      {more}
      {canChange && chosen.length > 0 && (
        <SelectionBar
          says={words.selected(chosen.length, open.length)}
          onClear={() => setSelected([])}
          next={[addressWith(place, { undoRows: JSON.stringify(chosen) }), words.undo.open]}
        />
      )}
    </>
  );
}

function BatchRow(props: {
  entry: AuditEntry;
  since: PermissionRow | undefined;
  isOpen: boolean;
  isSelected: boolean;
  onSelect: ((isSelected: boolean) => void) | undefined;
}): VNode {
  const { entry, isOpen, isSelected, onSelect, since } = props;
  const { id, user, userId } = entry;
  const name = user?.email ?? userId ?? '';
  const later = since?.leftAlone?.map(({ actor, actorEmail, changedBy }) => (
    <a key={changedBy} class="amber" href={addressOf(`audit/${changedBy}`)}>
      {words.change.changedBy(changedBy, actorEmail ?? actor)}{' '}
    </a>
  ));
  return (
    <tr>
      {onSelect &&
        (isOpen ? <Pick of={name} isSelected={isSelected} onSelect={onSelect} /> : <td class="pick" />)}
      <th scope="row">
        {userId === null ? name : <Who name={name} href={addressOf(`users/${userId}`)} />}
        <span class="phone-only">
          <EntryWhat entry={entry} />
        </span>
      </th>
      <td class="phone-never">
        <EntryWhat entry={entry} />
      </td>
      <td>
        {since?.undoneBy !== undefined ? (
          <a class="muted" href={addressOf(`audit/${since.undoneBy}`)}>
            {words.audit.undoneBy(since.undoneBy)}
          </a>
        ) : later?.length ? (
          later
        ) : since && !isOpen ? (
          <span class="muted">{since.message ?? words.row(since)}</span>
        ) : null}
      </td>
      <td class="num wide-only">
        <a class="muted" href={addressOf(`audit/${id}`)}>
          {numberText(id)}
        </a>
      </td>
    </tr>
  );
}
