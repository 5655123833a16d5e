import type { VNode } from 'preact';
import { Field } from '../parts/field.js';
import { useLoad, useTyped } from '../parts/load.js';
import { nameOf } from './person.js';

/** A field for a user, which suggests those whose name or e-mail has what is typed. */
export function UserField(props: {
  label: string;
  hint?: string;
  value: string;
  onValue(text: string): void;
  isOptional?: boolean;
  problem?: string | undefined;
}): VNode {
  const typed = useTyped(props.value.trim());
  const { value } = useLoad(typed.length < 2 ? undefined : `people ${typed}`, (service) =>
    service.listUsers({ search: typed, start: 0, end: 10 }),
  );
  const options = value?.users.flatMap((user) =>
    user.emails[0] ? [{ value: user.emails[0], label: nameOf(user) }] : [],
  );
  return <Field {...props} options={options ?? []} />;
}
