/** What is known of a user, as rows and messages name people. */
export interface NamedUser {
  readonly userId?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** A user for people: `Ada Byron <ada@example.org>`, with less known an e-mail, a name with the id, or the id. */
export function describeUser({ email, name = '', userId = '' }: NamedUser): string {
  if (name === '') return email ?? userId;
  return email === undefined ? `${name} (${userId})` : `${name} <${email}>`;
}

/** The members of a row that name a user; what is not known is left out. */
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
