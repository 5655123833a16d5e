import type { DepartmentNode } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf, addressWith, go, type PlaceQuery, usePlace } from '../address.js';
import { Field } from '../parts/field.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { Status } from '../parts/status.js';
import { nameOf } from '../users/person.js';
import { words } from '../words.js';
import { folded } from './department-names.js';

/** Deeper levels are shown in a list of their own: nobody reads further to the right. */
const MAX_DEPTH = 30;

/** The departments as a tree, each with who leads it and its people. */
export function DepartmentsView({ query: { search = '' } }: { query: PlaceQuery }): VNode {
  const place = usePlace();
  const list = useLoad('departments', (service) => service.showDepartmentHierarchy());
  const { problem, value } = list;
  const found =
    value && search !== ''
      ? value.departments.flatMap((node) => matching(node, folded(search)))
      : value?.departments;
  return (
    <>
      <h1>{words.departments.title}</h1>
      <search class="filters one">
        <Field
          label={words.departments.search}
          type="search"
          value={search}
          onValue={(text) => go(addressWith(place, { search: text }), 'replace')}
        />
      </search>
      <ProblemNote problem={problem} />
      <Status
        of={list}
        say={() =>
          search !== '' && found?.length === 0
            ? words.departments.none
            : words.departments.found(sizeOf(found ?? []))
        }
      />
      {found && found.length > 0 && <Tree nodes={found} depth={0} isOpen={search !== ''} />}
    </>
  );
}

function Tree({
  depth,
  isOpen,
  nodes,
}: {
  nodes: readonly DepartmentNode[];
  depth: number;
  isOpen: boolean;
}): VNode {
  return (
    <ul class="tree">
      {nodes.map((node) => (
        <li key={node._id}>
          {node.children.length > 0 && depth < MAX_DEPTH ? (
            <details open={isOpen || depth < 1}>
              <summary>
                <strong>{node.name}</strong>{' '}
                <span class="quiet">{words.departments.below(node.children.length)}</span>
              </summary>
              <Facts node={node} />
              <Tree nodes={node.children} depth={depth + 1} isOpen={isOpen} />
            </details>
          ) : (
            <>
              <strong>{node.name}</strong>
              <Facts node={node} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ node: { _id, description, manager } }: { node: DepartmentNode }): VNode {
  return (
    <p class="row quiet">
      {description && <span>{description}</span>}
      {manager && (
        <span>
          {words.departments.manager} <a href={addressOf(`users/${manager._id}`)}>{nameOf(manager)}</a>
        </span>
      )}
      <a href={addressOf('users', { department: _id })}>{words.departments.people}</a>
      <a href={addressOf('reviews', { department: _id })}>{words.departments.review}</a>
    </p>
  );
}

function sizeOf(nodes: readonly DepartmentNode[]): number {
  return nodes.reduce((size, { children }) => size + 1 + sizeOf(children), 0);
}

/** A department that matches, with all below it, or with those below it that do. */
function matching(node: DepartmentNode, text: string): DepartmentNode[] {
  if (folded(`${node.name}\n${node.description}`).includes(text)) return [node];
  const children = node.children.flatMap((child) => matching(child, text));
  return children.length > 0 ? [{ ...node, children }] : [];
}
