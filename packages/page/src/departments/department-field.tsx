import type { VNode } from 'preact';
import { Choice } from '../parts/field.js';
import type { ListedDepartment } from './department-names.js';

/** A choice of a department by its id; `none` is the option for no department. */
export function DepartmentField(props: {
  label: string;
  departments: readonly ListedDepartment[];
  value: string;
  onValue(id: string): void;
  none: string;
  problem?: string | undefined;
  isOptional?: boolean;
}): VNode {
  const { departments, none, ...choice } = props;
  const options = departments.map(({ id, label }) => ({ value: id, label }));
  return <Choice {...choice} options={[{ value: '', label: none }, ...options]} />;
}
