import type { UserSummary } from '@ops-admin/client';
import type { VNode } from 'preact';
import { Field } from '../parts/field.js';
import { useLoad, useTyped } from '../parts/load.js';
import { nameOf } from './person.js';

const ID = /^[0-9a-f]{24}$/i;

/** Finds users by a part of the name or e-mail. */
export function useUsers(text: string): readonly UserSummary[] {
  const typed = useTyped(text.trim());
  const { value } = useLoad(typed.length < 2 || ID.test(typed) ? undefined : `people ${typed}`, (service) =>
    service.listUsers({ search: typed, start: 0, end: 10 }),
  );
  return value?.users ?? [];
}

/** Returns the id of the user that a text names by an e-mail or an id; `undefined` until the user is found. */
export function userIdIn(users: readonly UserSummary[], text: string): string | undefined {
  const typed = text.trim();
  if (ID.test(typed)) return typed;
  const isNamed = (email: string) => email.toLowerCase() === typed.toLowerCase();
  return users.find(({ emails }) => emails.some(isNamed))?._id;
}

/** A field for a user, which suggests those that `useUsers` finds for its text. */
export function UserField({
  users,
  ...props
}: {
  users: readonly UserSummary[];
  label: string;
  hint?: string;
  value: string;
  onValue(text: string): void;
  isOptional?: boolean;
  problem?: string | undefined;
}): VNode {
  const options = users.flatMap((user) =>
    user.emails[0] ? [{ value: user.emails[0], label: nameOf(user) }] : [],
  );
  return <Field {...props} options={options} />;
}
