/** A user as rows and messages name them. */
export interface NamedUser {
  readonly userId?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** Names a user for people: `Ada Byron <ada@example.org>`, else an e-mail, a name with the id, or the id. */
export function describeUser({ email, name = '', userId = '' }: NamedUser): string {
  if (name === '') return email ?? userId;
  return email === undefined ? `${name} (${userId})` : `${name} <${email}>`;
}

/** Returns the known names of a user, for a row. */
export function namesOf({ email, name, userId }: NamedUser): {
  readonly userId?: string;
  readonly email?: string;
  readonly name?: string;
} {
  return {
    ...(userId !== undefined && { userId }),
    ...(email !== undefined && { email }),
    ...(name && { name }),
  };
}
