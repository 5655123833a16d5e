import type { DepartmentNode } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { addressOf, addressWith, go, type PlaceQuery, textsIn, usePlace } from '../address.js';
import { Search } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { useLoad } from '../parts/load.js';
import { Menu } from '../parts/menu.js';
import { useMore } from '../parts/more.js';
import { ProblemNote } from '../parts/note.js';
import { Status } from '../parts/status.js';
import { Empty, NoHead, Table } from '../parts/table.js';
import { nameOf } from '../users/person.js';
import { numberText, words } from '../words.js';
import { DepartmentDialog } from './department-dialogs.js';
import { folded } from './department-names.js';

/** The number of rows shown at first: a browser is slow with thousands. */
const SHOWN = 200;

/** The depth from which on rows are not indented further. */
const MAX_INDENT = 6;

interface Row {
  readonly node: DepartmentNode;
  readonly depth: number;
}

export function DepartmentsView(props: { canChange: boolean; query: PlaceQuery }): VNode {
  const { canChange, query } = props;
  const { search = '' } = query;
  const [id] = textsIn(query.what);
  const place = usePlace();
  const list = useLoad('departments', (service) => service.showDepartmentHierarchy({ details: true }));
  const { problem, value } = list;
  const found =
    value && search !== ''
      ? value.departments.flatMap((node) => matching(node, folded(search)))
      : (value?.departments ?? []);
  const totals = useMemo(() => totalsOf(value?.departments ?? []), [value]);
  // The departments that the user opened or closed; the upper two levels begin open.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const isOpen = ({ depth, node }: Row) => search !== '' || depth < 1 !== toggled.has(node._id);
  const [shown, more] = useMore(rowsOf(found, isOpen), SHOWN);
  const toggle = (id: string) => {
    const next = new Set(toggled);
    if (!next.delete(id)) next.add(id);
    setToggled(next);
  };
  return (
    <>
      <div class="head">
        <h1>{words.departments.title}</h1>
        <Status of={list} say={() => words.departments.found(sizeOf(found))} />
        {canChange && (
          <a class="button primary push" href={addressWith(place, { do: 'create' })}>
            <Icon of="plus" /> {words.departments.create}
          </a>
        )}
      </div>
      <search class="tools">
        <Search
          label={words.departments.find}
          placeholder={words.departments.search}
          value={search}
          onFind={(text) => go(addressWith(place, { search: text }), 'replace')}
        />
      </search>
      <ProblemNote problem={problem} onRetry={list.reload} />
      {value && found.length === 0 ? (
        <Empty
          icon="departments"
          title={search ? words.departments.none : words.departments.noneYet}
          means={search ? undefined : words.departments.noneMeans}
          next={search !== '' && [addressOf('departments'), words.departments.all]}
        />
      ) : (
        <Table
          of={list}
          label={words.departments.title}
          class="tree"
          columns={6}
          head={
            <>
              <th scope="col">{words.departments.name}</th>
              <th scope="col" class="phone-never">
                {words.departments.code}
              </th>
              <th scope="col" class="wide-only">
                {words.departments.manager}
              </th>
              <th scope="col" class="num">
                {words.departments.own}
              </th>
              <th scope="col" class="num phone-never">
                <abbr title={words.departments.totalMeans}>{words.departments.total}</abbr>
              </th>
              <NoHead text={words.actions} />
            </>
          }
        >
          <tbody>
            {shown.map((row) => (
              <DepartmentRow
                key={row.node._id}
                row={row}
                total={totals.get(row.node._id) ?? 0}
                canChange={canChange}
                isOpen={isOpen(row)}
                onToggle={toggle}
              />
            ))}
          </tbody>
        </Table>
      )}
      {more}
      {canChange && query.do && (
        <DepartmentDialog
          key={`${query.do} ${id}`}
          does={query.do}
          id={id}
          people={totals.get(id ?? '') ?? 0}
          onClose={() => go(addressWith(place, { do: undefined, what: undefined }), 'replace')}
        />
      )}
    </>
  );
}

function DepartmentRow(props: {
  row: Row;
  /** The number of users, including those of departments below. */
  total: number;
  canChange: boolean;
  isOpen: boolean;
  onToggle(id: string): void;
}): VNode {
  const { canChange, isOpen, onToggle, row, total } = props;
  const { depth, node } = row;
  const { _id, children, code, description, manager, name, users = 0 } = node;
  const place = usePlace();
  const to = (what: string) => addressWith(place, { do: what, what: JSON.stringify([_id]) });
  const people = addressOf('users', { department: _id });
  const person = manager && (
    <a class="name plain" href={addressOf(`users/${manager._id}`)}>
      {nameOf(manager)}
    </a>
  );
  return (
    <tr data-depth={Math.min(depth, MAX_INDENT)}>
      <th scope="row">
        <span class="who">
          {children.length > 0 ? (
            <button
              type="button"
              class="twisty"
              aria-expanded={isOpen}
              aria-label={words.departments.below(name, children.length)}
              onClick={() => onToggle(_id)}
            >
              <Icon of="right" />
            </button>
          ) : (
            <span class="twisty" />
          )}
          <span>
            <a class="name" href={people}>
              {name}
            </a>
            {description && <span class="sub wide-only">{description}</span>}
            {manager && <span class="sub narrow-only">{nameOf(manager)}</span>}
          </span>
        </span>
      </th>
      <td class="phone-never">{code && <code>{code}</code>}</td>
      <td class="wide-only">{person ?? <span class="muted">{words.departments.noManager}</span>}</td>
      <td class={users > 0 ? 'num' : 'num muted'}>{numberText(users)}</td>
      <td class="num phone-never">
        {total > 0 ? (
          <a class="name plain" href={people} aria-label={words.departments.totalOf(total, name)}>
            {numberText(total)}
          </a>
        ) : (
          <span class="muted">{total}</span>
        )}
      </td>
      <td class="do">
        <Menu
          label={words.actionsFor(name)}
          items={[
            { text: words.departments.people, href: people },
            { text: words.departments.review, href: addressOf('reviews', { department: _id }) },
            ...(canChange
              ? [
                  { text: words.departments.editMenu, href: to('edit') },
                  { text: words.departments.createBelow, href: to('create') },
                  null,
                  { text: words.departments.deleteMenu, href: to('delete'), removes: true },
                ]
              : []),
          ]}
        />
      </td>
    </tr>
  );
}

/** Returns the visible rows: each department, then those below it if it is open. Depth has no limit. */
function rowsOf(forest: readonly DepartmentNode[], isOpen: (row: Row) => boolean): Row[] {
  const rows: Row[] = [];
  const left = forest.toReversed().map((node): Row => ({ node, depth: 0 }));
  for (let row = left.pop(); row; row = left.pop()) {
    const { depth, node } = row;
    rows.push(row);
    if (isOpen(row))
      left.push(...node.children.toReversed().map((child) => ({ node: child, depth: depth + 1 })));
  }
  return rows;
}

/** Counts users by department, including those of departments below. */
function totalsOf(forest: readonly DepartmentNode[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  // Parents come first, so the reverse order has children first.
  for (const { node } of rowsOf(forest, () => true).reverse()) {
    const below = node.children.map(({ _id }) => totals.get(_id) ?? 0);
    totals.set(
      node._id,
      below.reduce((sum, one) => sum + one, node.users ?? 0),
    );
  }
  return totals;
}

function sizeOf(nodes: readonly DepartmentNode[]): number {
  return rowsOf(nodes, () => true).length;
}

/** Returns a matching department with all below it; else the matching ones below it, with it. */
function matching(node: DepartmentNode, text: string): DepartmentNode[] {
  const { code, description, manager, name } = node;
  const said = [name, code, description, manager ? nameOf(manager) : ''].join('\n');
  if (folded(said).includes(text)) return [node];
  const children = node.children.flatMap((child) => matching(child, text));
  return children.length > 0 ? [{ ...node, children }] : [];
}
