import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Step } from '../address.js';
import { Choice, Field } from '../parts/field.js';
import { words } from '../words.js';
import { folded, type ListedDepartment } from './department-names.js';

/** More departments than this are found by name, not in a list. */
const MOST_LISTED = 50;

/** The number of suggested names: a browser is slow with thousands. */
const MOST_SUGGESTED = 20;

interface DepartmentFieldProps {
  readonly label: string;
  readonly departments: readonly ListedDepartment[];
  /** The id of the one that is chosen, or nothing. */
  readonly value: string;
  onValue(id: string, step: Step): void;
  readonly problem?: string | undefined;
}

/** Chooses a department: from a list, or of many by the name, which is completed. `none` stands in the list for nothing. */
export function DepartmentField(props: DepartmentFieldProps & { readonly none: string }): VNode {
  const { departments, none, ...others } = props;
  if (departments.length > MOST_LISTED) return <NamedDepartment {...others} departments={departments} />;
  const options = departments.map(({ id, label }) => ({ value: id, label }));
  return <Choice {...others} options={[{ value: '', label: none }, ...options]} />;
}

function NamedDepartment({ departments, label, onValue, problem, value }: DepartmentFieldProps): VNode {
  const chosen = departments.find(({ id }) => id === value)?.title ?? value;
  /** What is typed, as long as it differs from what is chosen. */
  const [typed, setTyped] = useState<string>();
  useLayoutEffect(() => setTyped(undefined), [value]);
  // Further typing chooses again, without another step in the history.
  const hasChosen = useRef(false);
  const text = typed ?? chosen;
  const key = folded(text.trim());
  const begins = ({ key: one }: ListedDepartment) => Number(one.startsWith(key));
  const suggested = departments
    .filter(({ key: one }) => one.includes(key))
    .toSorted((one, other) => begins(other) - begins(one))
    .slice(0, MOST_SUGGESTED);
  const isUnknown = typed !== undefined && key !== '' && !departments.some((one) => one.key === key);
  return (
    <Field
      label={label}
      value={text}
      onValue={(given) => {
        setTyped(given);
        const named = folded(given.trim());
        const id = named === '' ? '' : departments.find((one) => one.key === named)?.id;
        if (id === undefined || id === value) return;
        onValue(id, hasChosen.current ? 'replace' : 'push');
        hasChosen.current = true;
      }}
      onLeave={() => {
        hasChosen.current = false;
      }}
      problem={problem}
      mistake={isUnknown ? words.departments.unknown : undefined}
      options={suggested.map(({ title }) => ({ value: title }))}
    />
  );
}
