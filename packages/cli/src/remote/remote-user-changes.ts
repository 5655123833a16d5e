import type { Answer, AsSeen, Changed, Client } from '@ops-admin/client';
import {
  AccessPolicy,
  type ChangeUserError,
  errAsync,
  type ObjectId,
  PermissionSet,
  parseLinkableIdentity,
  parsePermission,
  Result,
  type ResultAsync,
  type UserChanged,
  type UserDetailsJson,
  type UserJson,
} from '@ops-admin/core';
import { type ChangeUserInput, namesOf, parseNewPerson, parsePerson } from '@ops-admin/core/operations';
import type { InvalidInput } from '../cli-error.js';
import type { UserChangeOperations } from '../command-parts.js';
import type { RemoteSource } from './remote-source.js';
import { showUser } from './remote-users.js';
import type { ServiceFailed } from './service-failed.js';

type Unmade = ServiceFailed | InvalidInput;

/** The user to change, as they were seen if that matters. */
type Seen = AsSeen & { readonly userId: string };

/** What became of the user, and what it is called; the last is for nothing changed. */
type Outcome = readonly [isChange: boolean, done: UserChanged['result'], nothing: UserChanged['result']];

/**
 * Changes of who users are, as a service makes them in the name of the token's user. What its answer does not say is worked out
 * from the user before and after; an admin is whoever is one by the configuration here.
 */
export function remoteUserChanges(source: RemoteSource): UserChangeOperations {
  const { config, connection } = source;
  const policy = new AccessPolicy(config.adminPermission);
  const send = <T>(
    { dryRun }: Pick<ChangeUserInput, 'dryRun'>,
    ask: (client: Client) => Answer<T>,
  ): ResultAsync<T, ServiceFailed> => (dryRun ? connection.read(ask) : connection.change(ask));
  const isAdmin = ({ active, permissions }: UserJson) =>
    active && policy.isAdmin(PermissionSet.of(permissions));

  /** `outcome` is by what a dry run says; of a change that was sent, its entry says whether anything changed. */
  const changeOne = (
    { asOf, dryRun, user }: ChangeUserInput,
    ask: (client: Client, seen: Seen) => Answer<{ readonly user?: UserJson } & Changed>,
    outcome: (before: UserDetailsJson, after: UserJson | undefined) => Outcome,
  ): ResultAsync<UserChanged, ChangeUserError<Unmade>> =>
    showUser(connection, user).andThen((before): ResultAsync<UserChanged, ChangeUserError<Unmade>> => {
      const userId = before.user._id;
      const outdated = { type: 'outdated', user: userId as ObjectId } as const;
      if (asOf !== undefined && before.newestEntry > asOf) return errAsync(outdated);
      return send({ dryRun }, (client) =>
        ask(client, { userId, ...(asOf !== undefined && { ifMatch: before.etag }) }),
      )
        .mapErr(
          (error): ChangeUserError<Unmade> =>
            error.code === 'USER_NOT_FOUND'
              ? { type: 'user-not-found', user }
              : error.code === 'PRECONDITION_FAILED'
                ? outdated
                : error,
        )
        .map(({ entry, user: after }) => {
          const [isChange, done, nothing] = outcome(before, after);
          const isDone = dryRun ? isChange : entry !== undefined;
          return changedOf(after ?? before.user, {
            result: isDone ? done : nothing,
            ...(after && { user: after }),
            ...(entry !== undefined && { entryId: entry }),
            makesAdmin: false,
          });
        });
    });

  return {
    create: ({
      department,
      emails,
      ends,
      id,
      identities,
      permissions = [],
      personalInformation,
      ...input
    }) => {
      const read = Result.combine([
        parseNewPerson({ emails, personalInformation }),
        ...permissions.map((one) => parsePermission(one).map(() => ({}))),
      ]);
      if (read.isErr()) return errAsync(read.error);
      const held = permissions.length > 0 ? { ends, permissions } : {};
      const person = { emails, identities, personalInformation, departmentId: department, ...held };
      return send(input, (client) => client.createUser({ ...person, _id: id, ...inBatch(input) }))
        .mapErr(whetherCreated)
        .map(({ entry, user }) =>
          changedOf(user, {
            result: 'created',
            user,
            ...(entry !== undefined && { entryId: entry }),
            makesAdmin: isAdmin(user),
          }),
        );
    },
    update: ({ department: departmentId, emails, personalInformation, ...input }) =>
      parsePerson({ emails, personalInformation }).asyncAndThen(() =>
        changeOne(
          input,
          (client, seen) =>
            client.updateUser({ ...seen, emails, personalInformation, departmentId, ...inBatch(input) }),
          ({ user }, after) => [JSON.stringify(user) !== JSON.stringify(after), 'updated', 'unchanged'],
        ),
      ),
    setIdentity: ({ identity, linked, ...input }) =>
      parseLinkableIdentity(identity).asyncAndThen(({ issuer, subject }) =>
        changeOne(
          input,
          (client, seen) => client.setIdentity({ ...seen, issuer, subject, linked, ...howOf(input) }),
          ({ identities }) => {
            const isLinked = identities.some((one) => one.issuer === issuer && one.subject === subject);
            return linked ? [!isLinked, 'linked', 'already-so'] : [isLinked, 'unlinked', 'already-so'];
          },
        ),
      ),
    erase: (input) =>
      changeOne(
        input,
        (client, seen) => client.eraseUser({ ...seen, ...howOf(input) }),
        () => [true, 'erased', 'erased'],
      ).mapErr((error) =>
        isCode(error, 'CONFLICT') ? { type: 'user-active', user: input.user as ObjectId } : error,
      ),
  };
}

function howOf({ dryRun, origin: { reason } }: Pick<ChangeUserInput, 'dryRun' | 'origin'>): {
  readonly dryRun: boolean | undefined;
  readonly reason: string | undefined;
} {
  return { dryRun, reason };
}

/** The same with the batch of many; a dry run writes nothing under its name. */
function inBatch(input: Pick<ChangeUserInput, 'continueBatch' | 'dryRun' | 'origin'>): ReturnType<
  typeof howOf
> & {
  readonly batch?: string | undefined;
  readonly continueBatch?: boolean | undefined;
} {
  const { continueBatch, dryRun, origin } = input;
  const named = dryRun || origin.batch === undefined ? {} : { batch: origin.batch, continueBatch };
  return { ...howOf(input), ...named };
}

/** Over HTTP the last admin is always kept. */
function changedOf(
  { _id: userId, emails: [email], personalInformation: { name } }: UserJson,
  known: Omit<UserChanged, 'leavesNoAdmin' | 'userId'>,
): UserChanged {
  return { ...namesOf({ userId, email, name }), userId, ...known, leavesNoAdmin: false };
}

/** A second attempt is refused if the first one was made, because the e-mail is taken then: the admin looks first. */
function whetherCreated({ mayBeDone, ...error }: ServiceFailed): ServiceFailed {
  return mayBeDone
    ? {
        ...error,
        message: `${error.message}; before you try again, look by users list whether the user is there`,
      }
    : error;
}

function isCode(error: { readonly type: string }, code: string): boolean {
  return error.type === 'service-failed' && 'code' in error && error.code === code;
}
