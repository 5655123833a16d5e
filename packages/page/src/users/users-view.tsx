import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { addressOf, addressWith, go, type Step, textsIn, usePlace } from '../address.js';
import { DepartmentField } from '../departments/department-field.js';
import { departmentName, useDepartments } from '../departments/department-names.js';
import { useDraft } from '../parts/draft.js';
import { Choice, Field } from '../parts/field.js';
import { Filters } from '../parts/form.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { PAGE_SIZE, Paging } from '../parts/paging.js';
import { Status } from '../parts/status.js';
import { PermissionField } from '../permissions/permission-fields.js';
import { numberText, words } from '../words.js';
import { ManyDialog } from './many-dialog.js';
import { nameOf } from './person.js';
import { CreateDialog } from './person-dialogs.js';
import { filterOf, type UserQuery } from './user-query.js';

/** Finding users, by words, department, right and state. */
export function UsersView(props: { canChange: boolean; me: string; query: UserQuery }): VNode {
  const { canChange, me, query } = props;
  const start = Math.max(0, Number.parseInt(query.from ?? '0', 10) || 0);
  const place = usePlace();
  const departments = useDepartments();
  const [selected, setSelected] = useDraft<readonly string[]>('ticked', [], 'users');
  const close = () => go(addressWith(place, { do: undefined, what: undefined }), 'replace');
  const list = useLoad(
    `users ${JSON.stringify({ ...query, do: undefined, what: undefined, undo: undefined, undoRun: undefined })}`,
    (service) => service.listUsers({ ...filterOf(query), start, end: start + PAGE_SIZE }),
  );
  const { isLoading, problem, value } = list;
  const hidden = selected.filter((id) => !value?.users.some(({ _id }) => _id === id)).length;
  return (
    <>
      <div class="row between">
        <h1>{words.users.title}</h1>
        {canChange && (
          <a class="button" href={addressWith(place, { do: 'create' })}>
            {words.create.open}
          </a>
        )}
      </div>
      <UserFilters query={query} departments={departments} />
      <ProblemNote problem={problem} />
      <div class="row between">
        <Status of={list} say={({ total }) => words.users.found(total)} />
        {canChange && (
          <div class="row">
            {selected.length > 0 && (
              <>
                <button type="button" onClick={() => setSelected([])}>
                  {words.many.clear}
                </button>
                <a
                  class="button"
                  href={addressWith(place, { do: 'selected', what: JSON.stringify(selected) })}
                >
                  {words.many.selected(selected.length, hidden)}
                </a>
              </>
            )}
            {value && value.total > 0 && (
              <a class="button" href={addressWith(place, { do: 'found' })}>
                {words.many.found(value.total)}
              </a>
            )}
            <a class="button" href={addressWith(place, { do: 'pasted' })}>
              {words.many.pasted}
            </a>
          </div>
        )}
      </div>
      {canChange && value && value.users.length > 1 && (
        <label class="check all">
          <input
            type="checkbox"
            checked={value.users.every(({ _id }) => selected.includes(_id))}
            onChange={({ currentTarget }) => {
              const ids = value.users.map(({ _id }) => _id);
              const others = selected.filter((id) => !ids.includes(id));
              setSelected(currentTarget.checked ? [...others, ...ids] : others);
            }}
          />
          {words.many.page}
        </label>
      )}
      <ul class="rows users" aria-busy={isLoading || problem !== undefined}>
        {value?.users.map((user) => (
          <li key={user._id}>
            <span class="row">
              {canChange && (
                <input
                  type="checkbox"
                  aria-label={words.many.select(nameOf(user))}
                  checked={selected.includes(user._id)}
                  onChange={({ currentTarget }) => {
                    const others = selected.filter((id) => id !== user._id);
                    setSelected(currentTarget.checked ? [...others, user._id] : others);
                  }}
                />
              )}
              <a class="name" href={addressOf(`users/${user._id}`)}>
                {nameOf(user)}
              </a>
            </span>
            <span class="quiet">{user.emails[0]}</span>
            <span>{departmentName(departments, user.departmentId)}</span>
            <span>
              {user.active ? (
                words.users.holds(numberText(user.permissions.length), user.permissions.length)
              ) : (
                <strong class="badge">{words.users.inactive}</strong>
              )}
            </span>
          </li>
        ))}
      </ul>
      {value?.total === 0 &&
        (query.right && !query.search && !query.department && !query.state ? (
          <NobodyHolds key={query.right} right={query.right} me={me} query={query} />
        ) : (
          <p>{words.users.nobody}</p>
        ))}
      {value && <Paging start={start} total={value.total} />}
      {canChange && query.do === 'create' && <CreateDialog onClose={close} />}
      {canChange && value && (query.do === 'found' || query.do === 'pasted') && (
        <ManyDialog key={query.do} who={query.do} total={value.total} query={query} onClose={close} />
      )}
      {canChange && query.do === 'selected' && (
        <ManyDialog
          who={textsIn(query.what)}
          query={query}
          onClose={close}
          onDone={() => {
            setSelected([]);
            close();
          }}
        />
      )}
    </>
  );
}

/** Why nobody is found by a permission: nobody has it, or it is mistyped. A removal that is not made says what was meant. */
function NobodyHolds(props: { right: string; me: string; query: UserQuery }): VNode | null {
  const { me, query, right } = props;
  const place = usePlace();
  const { value } = useLoad(`meant ${right}`, (service) =>
    service.changePermissions({
      action: 'remove',
      changes: [{ user: me, permissions: [right] }],
      dryRun: true,
      findDoubtful: true,
    }),
  );
  if (!value) return null;
  const [doubt] = value.doubtful ?? [];
  if (!doubt) return <p>{(query.how ? words.users.nobodyHolds : words.users.nobodyMay)(right)}</p>;
  return (
    <p>
      {words.users.unknownRight(right)}{' '}
      {doubt.meant && (
        <>
          {words.users.meant} <a href={addressWith(place, { right: doubt.meant })}>{doubt.meant}</a>?
        </>
      )}
    </p>
  );
}

function UserFilters(props: { query: UserQuery; departments: ReturnType<typeof useDepartments> }): VNode {
  const { departments, query } = props;
  const place = usePlace();
  const [search, setSearch] = useState(query.search ?? '');
  const [right, setRight] = useState(query.right ?? '');
  useLayoutEffect(() => setSearch(query.search ?? ''), [query.search]);
  useLayoutEffect(() => setRight(query.right ?? ''), [query.right]);
  const apply = (changes: UserQuery, step?: Step) =>
    go(addressWith(place, { search: search.trim(), right: right.trim(), ...changes, from: undefined }), step);
  return (
    <search>
      <Filters all={addressOf('users')} onFind={() => apply({})}>
        <Field label={words.users.search} type="search" value={search} onValue={setSearch} />
        <DepartmentField
          label={words.users.department}
          none={words.users.anyDepartment}
          departments={departments}
          value={query.department ?? ''}
          onValue={(department, step) => apply({ department }, step)}
        />
        <PermissionField label={words.users.right} value={right} onValue={setRight} />
        <Choice
          label={words.users.how}
          value={query.how ?? ''}
          onValue={(how, step) => apply({ how }, step)}
          options={[
            { value: '', label: words.users.mayDo },
            { value: 'holds', label: words.users.removalChanges },
          ]}
        />
        <Choice
          label={words.users.state}
          value={query.state ?? ''}
          onValue={(state, step) => apply({ state }, step)}
          options={[
            { value: '', label: words.users.anyState },
            { value: 'active', label: words.users.active },
            { value: 'inactive', label: words.users.inactive },
          ]}
        />
        <Choice
          label={words.users.sort}
          value={query.sort ?? ''}
          onValue={(sort, step) => apply({ sort }, step)}
          options={[
            { value: '', label: words.users.byName },
            { value: 'email', label: words.users.byEmail },
            { value: 'department', label: words.users.byDepartment },
          ]}
        />
      </Filters>
    </search>
  );
}
