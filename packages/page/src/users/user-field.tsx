import type { VNode } from 'preact';
import { Field } from '../parts/field.js';
import { useLoad, useTyped } from '../parts/load.js';
import { words } from '../words.js';
import { nameOf } from './person.js';

/** A field that suggests users by a part of their name or e-mail. */
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
  const isUser = /^$|[@:]|^[0-9a-f]{24}$|^service$/i.test(props.value.trim());
  return <Field {...props} options={options ?? []} mistake={isUser ? undefined : words.audit.noUser} />;
}
