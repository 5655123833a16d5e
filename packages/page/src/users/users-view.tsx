import type { User } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addressOf, addressWith, go, type Step, textsIn, usePlace } from '../address.js';
import { DepartmentField } from '../departments/department-field.js';
import { departmentName, useDepartments } from '../departments/department-names.js';
import { useDraft } from '../parts/draft.js';
import { Choice } from '../parts/field.js';
import { Chip, Search } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { useLoad, useTyped } from '../parts/load.js';
import { Menu, Panel } from '../parts/menu.js';
import { ProblemNote } from '../parts/note.js';
import { PAGE_SIZE, Paging, startIn } from '../parts/paging.js';
import { Status } from '../parts/status.js';
import { Empty, NoHead, Pick, PickAll, SelectionBar, SortHead, Table } from '../parts/table.js';
import { Email, Perm, Until, Who } from '../parts/texts.js';
import { Doubt } from '../permissions/doubt.js';
import { PermissionField } from '../permissions/permission-fields.js';
import type { Session } from '../sign-in/session.js';
import { numberText, words } from '../words.js';
import { ManyDialog } from './many-dialog.js';
import { nameOf } from './person.js';
import { CreateDialog } from './person-dialogs.js';
import { RoleBadge } from './role-badge.js';
import { endOf, filterOf, heldFor, nextEndOf, rightIn, roleOf, type UserQuery } from './user-query.js';

export function UsersView({ query, session }: { session: Session; query: UserQuery }): VNode {
  const { admin: canChange } = session;
  const start = startIn(query.from);
  const place = usePlace();
  const departments = useDepartments();
  const [selected, setSelected] = useDraft<readonly string[]>('selected', [], 'users');
  const close = () => go(addressWith(place, { do: undefined, what: undefined }), 'replace');
  const { do: _do, undo: _undo, undoBatch: _batch, undoRows: _rows, what: _what, ...asked } = query;
  const list = useLoad(`users ${JSON.stringify(asked)}`, (service) =>
    service.listUsers({ ...filterOf(query), start, end: start + PAGE_SIZE }),
  );
  const { problem, value } = list;
  const right = rightIn(query);
  const onMeant = (right: string) => go(addressWith(place, { right, search: undefined, from: undefined }));
  const ids = value?.users.map(({ _id }) => _id) ?? [];
  const select = (those: readonly string[], isSelected: boolean) => {
    const others = selected.filter((id) => !those.includes(id));
    setSelected(isSelected ? [...others, ...those] : others);
  };
  const hidden = selected.filter((id) => !ids.includes(id)).length;
  return (
    <>
      <div class="head">
        <h1>{words.users.title}</h1>
        <Status of={list} say={({ total }) => words.users.found(total)} />
        {canChange && (
          <div class="row push">
            <Menu
              label={words.users.more}
              class="button only-icon"
              items={[
                value &&
                  value.total > 0 && {
                    text: words.many.found(value.total),
                    href: addressWith(place, { do: 'found' }),
                  },
                { text: words.joiners.menu, href: addressOf('joiners') },
                { text: words.many.pasted, href: addressWith(place, { do: 'pasted' }) },
              ]}
            />
            <a class="button primary" href={addressWith(place, { do: 'create' })}>
              <Icon of="plus" /> {words.create.open}
            </a>
          </div>
        )}
      </div>
      <UserFilters query={query} departments={departments} />
      <ProblemNote problem={problem} />
      {right && value && value.total > 0 && <Doubt named={[right]} onMeant={onMeant} />}
      <Table
        of={list}
        label={words.users.title}
        columns={8}
        head={
          <>
            {canChange && (
              <PickAll
                label={words.many.page}
                rows={ids.length}
                selected={ids.filter((id) => selected.includes(id)).length}
                onSelect={(isSelected) => select(ids, isSelected)}
              />
            )}
            <SortHead text={words.users.name} by="" down="-name" sort={query.sort} />
            {!right && (
              <SortHead
                text={words.users.email}
                by="email"
                down="-email"
                sort={query.sort}
                class="wide-only"
              />
            )}
            <SortHead
              text={words.users.department}
              by="department"
              sort={query.sort}
              class="phone-never w9"
            />
            <th scope="col" class={right ? 'phone-never' : undefined}>
              {right ? words.users.grantedBy : words.users.state}
            </th>
            <th scope="col" class={right ? 'phone-never' : 'wide-only'}>
              {right ? words.users.until : words.users.nextEnd}
            </th>
            {!right && (
              <th scope="col" class="num phone-never">
                {words.permissions.title}
              </th>
            )}
            {canChange && <NoHead text={words.actions} />}
          </>
        }
      >
        <tbody>
          {value?.users.map((user) => (
            <UserRow
              key={user._id}
              user={user}
              right={right}
              role={roleOf(user, session)}
              department={departmentName(departments, user.departmentId)}
              isSelected={selected.includes(user._id)}
              onSelect={canChange ? (is) => select([user._id], is) : undefined}
            />
          ))}
        </tbody>
      </Table>
      {value?.total === 0 && (
        <Nobody key={right ?? query.search} right={right} query={query} onMeant={onMeant} />
      )}
      {value && <Paging start={start} total={value.total} />}
      {canChange && selected.length > 0 && (
        <SelectionBar
          says={words.many.selected(selected.length, hidden)}
          onClear={() => setSelected([])}
          next={[addressWith(place, { do: 'selected', what: JSON.stringify(selected) }), words.many.change]}
        />
      )}
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

function UserRow(props: {
  user: User;
  right: string | undefined;
  role: ReturnType<typeof roleOf>;
  department: string;
  isSelected: boolean;
  onSelect: ((isSelected: boolean) => void) | undefined;
}): VNode {
  const { department, isSelected, onSelect, right, role, user } = props;
  const [name, email] = [nameOf(user), user.emails[0] ?? ''];
  const at = addressOf(`users/${user._id}`);
  const held = right === undefined ? [] : heldFor(user, right);
  const next = nextEndOf(user);
  return (
    <tr>
      {onSelect && <Pick of={name} isSelected={isSelected} onSelect={onSelect} />}
      <th scope="row">
        <Who name={name} href={at} email={right ? email : undefined}>
          {!right && email !== name && (
            <span class="sub narrow-only">
              <Email of={email} />
            </span>
          )}
          {right && (
            <span class="phone-only">
              {held.map((one) => (
                <Perm key={one} of={one} />
              ))}{' '}
              <Until at={endOf(user, held)} />
            </span>
          )}
        </Who>
      </th>
      {!right && (
        <td class="wide-only muted">
          <Email of={email} />
        </td>
      )}
      <td class="phone-never">{department}</td>
      {right ? (
        <td class="phone-never">
          {held.map((one) => (
            <div key={one}>
              <Perm of={one} />
            </div>
          ))}
        </td>
      ) : (
        <td>
          {!user.active && <span class="badge">{words.users.inactive}</span>}
          <RoleBadge of={role} />
        </td>
      )}
      <td class={right ? 'phone-never nowrap' : 'wide-only nowrap'}>
        {right ? <Until at={endOf(user, held)} /> : next && <Until at={next} />}
      </td>
      {!right && <td class="num phone-never">{numberText(user.permissions.length)}</td>}
      {onSelect && (
        <td class="do">
          <Menu
            label={words.actionsFor(name)}
            items={[
              { text: words.users.open, href: at },
              { text: words.add.menu, href: addressOf(`users/${user._id}`, { do: 'add' }) },
              { text: words.edit.menu, href: addressOf(`users/${user._id}`, { do: 'edit' }) },
              null,
              {
                text: user.active ? words.deactivate.menu : words.activate.menu,
                href: addressOf(`users/${user._id}`, { do: 'state' }),
                removes: user.active,
              },
            ]}
          />
        </td>
      )}
    </tr>
  );
}

function Nobody(props: { right: string | undefined; query: UserQuery; onMeant(right: string): void }): VNode {
  const { onMeant, query, right } = props;
  const { search = '' } = query;
  const named = right ?? (/^\S*\.\S*$/.test(search) && !search.includes('@') ? search : undefined);
  return (
    <Empty
      icon={right ? 'permissions' : 'search'}
      title={right ? words.users.nobodyMay(right) : words.users.nobody(search)}
      next={
        Boolean(search || right || query.department || query.state) && [addressOf('users'), words.users.all]
      }
    >
      {named && <Doubt named={[named]} onMeant={onMeant} isGuess={right === undefined} />}
    </Empty>
  );
}

function UserFilters(props: { query: UserQuery; departments: ReturnType<typeof useDepartments> }): VNode {
  const { departments, query } = props;
  const place = usePlace();
  const { department = '', right = '', search = '', state = '' } = query;
  const apply = (changes: UserQuery, step?: Step) =>
    go(addressWith(place, { ...changes, from: undefined }), step);
  const chip = (name: string, value: string, cleared: UserQuery) => (
    <Chip name={name} value={value} onRemove={() => apply(cleared)} />
  );
  return (
    <search class="tools">
      <Search
        label={words.users.search}
        placeholder={words.users.searchHint}
        value={search}
        onFind={(text) => apply({ search: text }, 'replace')}
      />
      <Panel label={words.filter.open} icon="filter">
        <RightField value={right} onValue={(text) => apply({ right: text }, 'replace')} />
        <DepartmentField
          label={words.users.department}
          none={words.filter.any}
          departments={departments}
          value={department}
          onValue={(chosen) => apply({ department: chosen })}
        />
        <Choice
          label={words.users.state}
          value={state}
          onValue={(chosen) => apply({ state: chosen })}
          options={[
            { value: '', label: words.filter.any },
            { value: 'active', label: words.users.active },
            { value: 'inactive', label: words.users.inactive },
          ]}
        />
      </Panel>
      {right && chip(words.users.canDo, right, { right: undefined })}
      {department &&
        chip(words.users.department, departmentName(departments, department) || department, {
          department: undefined,
        })}
      {state &&
        chip(words.users.state, state === 'active' ? words.users.active : words.users.inactive, {
          state: undefined,
        })}
    </search>
  );
}

/** The list follows this field after a pause in typing. */
function RightField({ onValue, value }: { value: string; onValue(text: string): void }): VNode {
  const [text, setText] = useState(value);
  const typed = useTyped(text.trim());
  useEffect(() => {
    if (typed !== value) onValue(typed);
  }, [typed]);
  return <PermissionField label={words.audit.filters.permission} value={text} onValue={setText} />;
}
