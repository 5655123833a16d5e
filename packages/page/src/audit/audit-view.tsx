import type { AuditEntry } from '@ops-admin/client';
import type { VNode } from 'preact';
import { type Dispatch, type StateUpdater, useEffect, useState } from 'preact/hooks';
import { addressOf, addressWith, entryIn, go, type PlaceQuery, usePlace } from '../address.js';
import { useDepartments } from '../departments/department-names.js';
import { Choice, Field } from '../parts/field.js';
import { Chip, Form } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { useLoad } from '../parts/load.js';
import { Panel } from '../parts/menu.js';
import { ProblemNote } from '../parts/note.js';
import { Older } from '../parts/paging.js';
import { Status } from '../parts/status.js';
import { Empty, NoHead, Table } from '../parts/table.js';
import { Email } from '../parts/texts.js';
import { PermissionField } from '../permissions/permission-fields.js';
import { serviceFor } from '../service.js';
import { nameOf } from '../users/person.js';
import { findUser, UserField } from '../users/user-field.js';
import { clockText, dayText, timeText, words } from '../words.js';
import { AUDIT_FILTERS, type AuditFilterName, auditFilterOf } from './audit-query.js';
import { entriesOf } from './entries-of.js';
import { departmentOf, EntryWhat } from './entry-line.js';
import { EntryDetails } from './entry-view.js';
import { type Undone, useUndone } from './undone.js';

const LIMIT = 50;

export function AuditView({ canChange, query }: { canChange: boolean; query: PlaceQuery }): VNode {
  const before = entryIn(query.before);
  const asked = Object.fromEntries(AUDIT_FILTERS.map((name) => [name, query[name]]));
  const list = useLoad(`audit ${before} ${JSON.stringify(asked)}`, (service) =>
    entriesOf(service, { ...auditFilterOf(query), before, limit: LIMIT }),
  );
  const { problem, value } = list;
  const isFiltered = Object.values(asked).some(Boolean);
  // An undo is newer than its entry, and about the same user: an unfiltered list contains both.
  const isWhole =
    before === undefined && Object.entries(asked).every(([name, text]) => !text || name === 'user');
  const [fresh, setFresh] = useState<readonly AuditEntry[]>([]);
  const entries = [...fresh, ...(value?.entries ?? [])];
  const undone = useUndone(entries, canChange && !isWhole);
  const isOfDepartment = ({ departmentId }: AuditEntry) => departmentId !== undefined;
  const departments = useDepartments({ isNeeded: entries.some(isOfDepartment) });
  const days = [...new Set(entries.map(({ time }) => dayText(time)))];
  return (
    <>
      <div class="head">
        <h1>{words.audit.title}</h1>
        <Status of={list} isUnseen say={({ entries }) => words.audit.found(entries.length)} />
        <div class="row push">
          {value && before === undefined && (
            <NewEntries query={query} after={value.entries[0]?.id ?? 0} onEntries={setFresh} />
          )}
        </div>
      </div>
      <AuditFilters query={query} />
      <ProblemNote problem={problem} onRetry={list.reload} />
      {entries.length > 0 || !value ? (
        <Table
          of={list}
          label={words.audit.title}
          class="log"
          columns={6}
          head={
            <>
              <th scope="col">{words.audit.time}</th>
              <th scope="col" class="phone-never w15">
                {words.audit.filters.actor}
              </th>
              <th scope="col">{words.audit.filters.action}</th>
              <th scope="col" class="wide-only w15">
                {words.audit.filters.user}
              </th>
              <th scope="col" class="wide-only w9">
                {words.change.reason}
              </th>
              <NoHead text={words.user.details} />
            </>
          }
        >
          {days.map((day) => (
            <tbody key={day}>
              <tr class="group">
                <th scope="rowgroup" colSpan={6}>
                  {day}
                </th>
              </tr>
              {entries
                .filter(({ time }) => dayText(time) === day)
                .map((entry) => (
                  <EntryRow
                    key={entry.id}
                    entry={entry}
                    department={departmentOf(entry, departments)}
                    canChange={canChange}
                    undone={undone}
                  />
                ))}
            </tbody>
          ))}
        </Table>
      ) : (
        <Empty
          icon="audit"
          title={isFiltered ? words.audit.noneFound : words.audit.none}
          next={isFiltered && [addressOf('audit'), words.filter.clear]}
        />
      )}
      <Older isOlder={before !== undefined} next={value?.next} />
    </>
  );
}

function EntryRow(props: {
  entry: AuditEntry;
  department: string;
  canChange: boolean;
  undone: Undone;
}): VNode {
  const { canChange, department, entry, undone } = props;
  const { actor, actorUser, id, reason, user, userId } = entry;
  const [isOpen, setOpen] = useState(false);
  const by = actorUser?.email ?? words.audit.actor(actor);
  const whom = userId === null ? department : (user?.email ?? userId);
  const at =
    userId === null ? addressOf('departments', { search: department }) : addressOf(`users/${userId}`);
  return (
    <>
      <tr aria-label={words.audit.entry(id)}>
        <td class="nowrap muted">
          <time dateTime={entry.time} title={timeText(entry.time)}>
            {clockText(entry.time)}
          </time>
        </td>
        <td class="phone-never muted">
          <Email of={by} />
        </td>
        <th scope="row">
          <EntryWhat entry={entry} undone={undone} />
          <span class="sub narrow-only">
            {whom}
            {reason && <> · {reason}</>}
            <span class="phone-only">{words.audit.byWhom(by)}</span>
          </span>
        </th>
        <td class="wide-only">
          {whom && (
            <a class="name plain" href={at}>
              <Email of={whom} />
            </a>
          )}
        </td>
        <td class="wide-only muted">{reason}</td>
        <td class="do">
          <button
            type="button"
            class="button quiet only-icon tight twist"
            aria-expanded={isOpen}
            aria-label={words.audit.entry(id)}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon of="right" />
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr class="detail">
          <td colSpan={6}>
            <EntryDetails entry={entry} canChange={canChange} undone={undone} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Adds new entries while the box is ticked. */
function NewEntries(props: {
  query: PlaceQuery;
  after: number;
  onEntries: Dispatch<StateUpdater<readonly AuditEntry[]>>;
}): VNode {
  const { after, onEntries, query } = props;
  const [isFollowed, setFollowed] = useState(false);
  useEffect(() => {
    onEntries([]);
    if (!isFollowed) return;
    const following = new AbortController();
    const { signal } = following;
    const follow = async () => {
      for await (const answer of serviceFor().followTrail({ ...auditFilterOf(query), after, signal })) {
        answer.map((entry) => onEntries((last) => [entry, ...last].slice(0, LIMIT)));
      }
    };
    void follow();
    return () => following.abort();
  }, [isFollowed, after]);
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isFollowed}
        onChange={({ currentTarget }) => setFollowed(currentTarget.checked)}
      />
      {words.audit.follow}
    </label>
  );
}

/** Returns the name of a user, because links name users by id. */
function useNameOf(id = ''): string | undefined {
  const { value } = useLoad(/^[0-9a-f]{24}$/i.test(id) ? `user ${id}` : undefined, (service) =>
    service.showUser({ userId: id }),
  );
  return value && nameOf(value.user);
}

function AuditFilters({ query }: { query: PlaceQuery }): VNode {
  const place = usePlace();
  const names = { user: useNameOf(query.user), actor: useNameOf(query.actor) };
  const apply = (changes: PlaceQuery) => go(addressWith(place, { ...changes, before: undefined }));
  const set = AUDIT_FILTERS.filter((name) => query[name]);
  const textOf = (name: AuditFilterName): string => {
    const value = query[name] ?? '';
    if (name === 'user' || name === 'actor') return names[name] ?? value;
    if (name === 'action') return words.audit.actions[value] ?? value;
    if (name === 'source') return words.source(value);
    if (name === 'changed') return value === 'true' ? words.yes : words.no;
    return value;
  };
  return (
    <search class="tools">
      <Panel label={words.filter.open} icon="filter">
        <FilterForm query={query} onApply={apply} />
      </Panel>
      {set.map((name) => (
        <Chip
          key={name}
          name={words.audit.filters[name]}
          value={textOf(name)}
          onRemove={() => apply({ [name]: undefined })}
        />
      ))}
      {set.length > 0 && (
        <a class="button quiet" href={addressOf('audit')}>
          {words.filter.clear}
        </a>
      )}
    </search>
  );
}

function FilterForm({ onApply, query }: { query: PlaceQuery; onApply(changes: PlaceQuery): void }): VNode {
  const [typed, setTyped] = useState(query);
  const [refused, setRefused] = useState<PlaceQuery>({});
  const field = (name: AuditFilterName) => ({
    label: words.audit.filters[name],
    value: typed[name] ?? '',
    problem: refused[name],
    onValue: (text: string) => {
      setTyped({ ...typed, [name]: text });
      setRefused({ ...refused, [name]: undefined });
    },
  });
  const choice = (name: 'action' | 'changed' | 'source', options: Readonly<Record<string, string>>) => ({
    ...field(name),
    options: [
      { value: '', label: words.filter.any },
      ...Object.entries(options).map(([value, label]) => ({ value, label })),
    ],
  });
  return (
    <Form
      class="fields two"
      onSend={async () => {
        const [user, actor] = await Promise.all([findUser(typed.user), findUser(typed.actor)]);
        if (user.problem ?? actor.problem) {
          setRefused({ user: user.problem, actor: actor.problem });
          setTimeout(() => document.querySelector<HTMLElement>('.panel [aria-invalid]')?.focus());
          return;
        }
        document.querySelector<HTMLElement>('.panel:popover-open')?.hidePopover();
        const found: PlaceQuery = { ...typed, user: user.user, actor: actor.user };
        onApply(Object.fromEntries(AUDIT_FILTERS.map((name) => [name, found[name]?.trim()])));
      }}
    >
      <UserField {...field('user')} hint={words.audit.userHint} />
      <UserField {...field('actor')} hint={words.audit.actorHint} />
      <Choice {...choice('action', words.audit.actions)} />
      <PermissionField {...field('permission')} />
      <Field {...field('since')} type="date" />
      <Field {...field('until')} type="date" />
      <Field {...field('module')} />
      <Field {...field('reason')} />
      <Choice {...choice('source', words.sources)} />
      <Choice {...choice('changed', { true: words.yes, false: words.no })} />
      <Field {...field('batch')} />
      <button type="submit" class="button primary">
        {words.filter.apply}
      </button>
    </Form>
  );
}
