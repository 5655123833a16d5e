import type { User } from '@ops-admin/client';
import type { VNode } from 'preact';
import { folded } from '../departments/department-names.js';
import { Field } from '../parts/field.js';
import { useLoad, useTyped } from '../parts/load.js';
import { service } from '../service.js';
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
  return <Field {...props} options={options ?? []} />;
}

/** Finds the user whom a text names: an id or actor itself, else the one user with this name or e-mail, or with this part of them. */
export async function findUser(text = ''): Promise<{ readonly user: string; readonly problem?: string }> {
  const typed = text.trim();
  if (/^$|:|^[0-9a-f]{24}$|^service$/i.test(typed)) return { user: typed };
  const answer = await service.listUsers({ search: typed, start: 0, end: 10 });
  if (answer.isErr()) return { user: typed };
  const { users } = answer.value;
  const isNamed = (user: User) => [nameOf(user), ...user.emails].some((one) => folded(one) === folded(typed));
  const named = users.filter(isNamed);
  const [one, ...more] = named.length > 0 ? named : users;
  if (!one) return { user: typed, problem: words.audit.noUser };
  const emails = [one, ...more].map(({ _id, emails }) => emails[0] ?? _id);
  if (more.length === 0) return { user: emails.join() };
  // A whole e-mail can be a part of others.
  return { user: typed, ...(!/.@./.test(typed) && { problem: words.audit.several(emails) }) };
}
