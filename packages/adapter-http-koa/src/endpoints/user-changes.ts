import {
  type ChangeOutdated,
  type ChangeUserError,
  type CreateUserError,
  type EmailTaken,
  err,
  type IdentityTaken,
  type InvalidIdentity,
  type InvalidPerson,
  type NoAdminLeft,
  ok,
  type Result,
  type ResultAsync,
  type UnknownDepartment,
  type UserActive,
  type UserChanged,
  type UserJson,
} from '@ops-admin/core';
import { describeRefusal, describeUnknownDepartment } from '@ops-admin/core/operations';
import type { AnswerWithHeaders } from '../chain/answer-with-headers.js';
import { entryAsSeen, NOT_AS_SEEN } from '../chain/if-match.js';
import {
  type Endpoint,
  type EndpointRequest,
  endpoint,
  type HandlerServices,
  type Tag,
} from '../endpoint.js';
import {
  conflict,
  type DescribedProblem,
  type Problem,
  type ServerFailure,
  validationProblem,
} from '../problem.js';
import {
  CREATE_USER_BODY,
  ERASE_USER_BODY,
  SET_ACTIVE_BODY,
  SET_IDENTITY_BODY,
  UPDATE_USER_BODY,
  USER_CHANGE_SCHEMAS,
  USER_CHANGED,
  USER_ERASED,
} from '../schemas/user-change.js';
import {
  ADMINS_OR_DRY_RUN,
  AUDIT_ENTRY,
  changeFailure,
  HOW_CHANGED,
  namingEntry,
  originOf,
} from './admin-changes.js';
import { batchRefused, type RunOrigin, TRIED } from './answer-run.js';
import { noSuchUser, userFailure } from './no-such-user.js';
import { EXAMPLE_USER } from './shown-user.js';

const LIVES: Tag = {
  name: 'User lifecycle',
  description:
    'Admins create, update, activate, deactivate and erase users. Every change is an entry of the audit log.',
};

const UNCHANGED = 'No change: the user already has these values';

const USER: UserJson = { ...EXAMPLE_USER, permissions: ['service.tickets.read'], ends: {} };
const { _id: userId } = USER;

const TAKEN = conflict(
  '00u1 at https://id.example.org belongs to the user 65a100000000000000000003',
  'Another user has the id, an e-mail or an identity.',
);
const IDENTITY_TAKEN: DescribedProblem = { ...TAKEN, when: 'The identity belongs to another user.' };
const EMAIL_TAKEN = conflict(
  'the e-mail Ada@demo.example belongs to Ada Byron <ada@demo.example>, the user 65a100000000000000000002',
  'An e-mail belongs to another user.',
);
const ACTIVE = conflict(`${userId} is active; deactivate them before they are erased`, 'The user is active.');
const LAST_ADMIN: DescribedProblem = {
  ...conflict(`${userId} is the last admin`, 'The user is the last admin.'),
  code: 'NO_ADMIN_LEFT',
};

type Refusal =
  | ChangeUserError
  | CreateUserError
  | EmailTaken
  | IdentityTaken
  | InvalidIdentity
  | InvalidPerson
  | NoAdminLeft
  | UnknownDepartment
  | UserActive;

/** 412 for a user who is not as they were at the entry that the payload names. */
function notAsOf(asOf: number, { isUnknownEntry }: Partial<ChangeOutdated> = {}): DescribedProblem {
  const why = isUnknownEntry
    ? `the audit log has no entry ${asOf} yet`
    : `the user changed after entry ${asOf}`;
  return {
    ...NOT_AS_SEEN,
    message: `payload.asOf: ${why}; nothing was changed`,
    when: 'The user has an entry newer than `asOf`, or the audit log has no such entry yet; nothing was changed.',
  };
}

/** `asOf` is that of the payload, if it decides. */
function problemOf(error: Refusal, asOf: number | undefined): Problem | ServerFailure {
  switch (error.type) {
    case 'actor-refused':
    case 'reason-required':
      return changeFailure(error);
    case 'user-not-found':
    case 'store-unavailable':
      return userFailure(error);
    case 'outdated':
      return asOf === undefined ? NOT_AS_SEEN : notAsOf(asOf, error);
    case 'user-exists':
    case 'user-active':
    case 'email-taken':
    case 'identity-taken':
      return { ...TAKEN, message: describeRefusal(error) };
    case 'no-admin-left':
      return { ...LAST_ADMIN, message: describeRefusal(error) };
    case 'department-not-found':
      return validationProblem(`payload.departmentId: ${describeUnknownDepartment(error)}`);
    case 'invalid-person':
      return validationProblem(`${['payload', ...error.path].join('.')} ${error.problem}`);
    case 'invalid-identity':
      return validationProblem(`payload.${error.part} must not be ${error.reason}`);
    case 'end-passed':
    case 'invalid-permission':
    case 'too-many-permissions':
    case 'unlisted-permission':
      return validationProblem(describeRefusal(error));
  }
}

/** Options in addition to the payload. */
interface Asked extends RunOrigin {
  readonly asOf?: number;
}

interface Payload {
  readonly userId?: string;
  readonly asOf?: number | undefined;
  readonly batch?: string | undefined;
  readonly continueBatch?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Makes a change of one user, and answers with what the operation gives. */
async function answer<Data extends UserChanged>(
  services: HandlerServices,
  { body, caller, ifMatch, requestId }: EndpointRequest<unknown, { readonly payload: Payload }>,
  done: string,
  change: (asked: Asked) => ResultAsync<UserChanged, Refusal>,
): Promise<Result<AnswerWithHeaders<{ message: string; data: Data }>, Problem | ServerFailure>> {
  const { accessPolicy, log } = services;
  const { asOf, continueBatch, dryRun = false, reason, userId } = body.payload;
  const seen: Awaited<ReturnType<typeof entryAsSeen>> =
    userId === undefined ? ok({}) : await entryAsSeen(services, userId, ifMatch);
  if (seen.isErr()) return err(seen.error);
  // A dry run writes nothing under a name, so the batch can be anyone's.
  const batch = dryRun ? undefined : body.payload.batch;
  const named = { name: batch, member: 'batch', isContinued: continueBatch } as const;
  const refused = await batchRefused(services, caller, named);
  if (refused) return err(refused);
  const { asOf: asTagged = Number.POSITIVE_INFINITY } = seen.value;
  const decides = asOf !== undefined && asOf < asTagged ? asOf : undefined;
  const origin = originOf(caller, requestId, { reason, batch: batch ?? null });
  const changed = await change({
    origin,
    actor: accessPolicy.actorOf(caller, { dryRun }),
    dryRun,
    ...seen.value,
    ...(decides !== undefined && { asOf: decides }),
  });
  if (changed.isErr()) return err(problemOf(changed.error, decides));
  const { entry, leavesNoAdmin } = changed.value;
  if (leavesNoAdmin && !dryRun)
    log.warn({ requestId, userId: changed.value.userId }, 'the last admin is gone');
  const message = dryRun ? TRIED : entry === undefined ? UNCHANGED : done;
  return ok(namingEntry({ message, data: changed.value as Data }, entry));
}

const CREATED = 'User created successfully';
const UPDATED = 'User updated successfully';
const STATE_SET = 'State of the user changed successfully';
const IDENTITY_SET = 'Identity of the user changed successfully';
const ERASED = 'User erased successfully';

const SHARED = { tag: LIVES, rights: ADMINS_OR_DRY_RUN, query: {}, schemas: USER_CHANGE_SCHEMAS } as const;

const changed = (result: UserChanged['result']): UserChanged => ({
  userId,
  email: USER.emails[0] as string,
  name: USER.personalInformation.name,
  result,
  entry: 43,
  makesAdmin: false,
  leavesNoAdmin: false,
});

const shown = (message: string, result: UserChanged['result'], user: UserJson = USER) => ({
  schema: USER_CHANGED,
  description: 'The user after the change, and the result.',
  example: { message, data: { ...changed(result), user } },
  headers: [AUDIT_ENTRY],
});

export const CREATE_USER: Endpoint = endpoint({
  ...SHARED,
  method: 'post',
  path: '/user/create',
  operationId: 'createUser',
  summary: 'Create a user',
  description: `Makes an active user with e-mails and a name, and with a department, permissions and identities if they are given. An e-mail belongs to one user, whatever its case. ${HOW_CHANGED}`,
  body: {
    schema: CREATE_USER_BODY,
    examples: {
      preview: {
        summary: 'Preview of a joiner',
        value: {
          payload: {
            emails: ['ada@demo.example'],
            personalInformation: { firstName: 'Ada', lastName: 'Byron' },
            permissions: ['service.tickets.read'],
            dryRun: true,
          },
        },
      },
    },
  },
  answer: shown(CREATED, 'created'),
  problems: [TAKEN],
  handler: (services) => (request) => {
    const {
      _id: id,
      batch,
      continueBatch,
      departmentId: department,
      dryRun,
      reason,
      ...members
    } = request.body.payload;
    return answer(services, request, CREATED, (asked) =>
      services.userChanges.create({ ...members, department, id, ...asked }),
    );
  },
});

export const UPDATE_USER: Endpoint = endpoint({
  ...SHARED,
  method: 'put',
  path: '/user/update',
  operationId: 'updateUser',
  summary: 'Update a user',
  description: `Each named member is replaced as a whole; the others stay. A user keeps at least one e-mail and a name. The entry names the members but not their values, so the change cannot be undone. ${HOW_CHANGED} Safe to repeat.`,
  body: {
    schema: UPDATE_USER_BODY,
    examples: {
      preview: {
        summary: 'Preview of a mover',
        value: { payload: { userId, emails: ['jonas@demo.example'], dryRun: true } },
      },
    },
  },
  answer: shown(UPDATED, 'updated'),
  problems: [noSuchUser(userId), EMAIL_TAKEN, NOT_AS_SEEN, notAsOf(12)],
  handler: (services) => (request) => {
    const { payload } = request.body;
    const { departmentId: department, emails, personalInformation, userId: user } = payload;
    return answer(services, request, UPDATED, (asked) =>
      services.userChanges.update({ user, department, emails, personalInformation, ...asked }),
    );
  },
});

export const SET_ACTIVE: Endpoint = endpoint({
  ...SHARED,
  method: 'put',
  path: '/user/set-active',
  operationId: 'setActive',
  summary: 'Activate or deactivate a user',
  description: `From the next request on, all tokens of an inactive user get 401. The user keeps their permissions. ${HOW_CHANGED} Safe to repeat.`,
  body: {
    schema: SET_ACTIVE_BODY,
    examples: {
      preview: {
        summary: 'Preview of a leaver',
        value: { payload: { userId, active: false, dryRun: true } },
      },
    },
  },
  answer: shown(STATE_SET, 'deactivated', { ...USER, active: false }),
  problems: [noSuchUser(userId), LAST_ADMIN, NOT_AS_SEEN],
  handler: (services) => (request) => {
    const { active, userId: user } = request.body.payload;
    return answer(services, request, STATE_SET, (asked) =>
      services.userChanges.setActive({ user, active, ...asked }),
    );
  },
});

export const SET_IDENTITY: Endpoint = endpoint({
  ...SHARED,
  method: 'put',
  path: '/user/set-identity',
  operationId: 'setIdentity',
  summary: 'Link a user to an identity, or unlink them',
  description: `Tokens of a linked issuer and subject act as the user. ${HOW_CHANGED} Safe to repeat.`,
  body: {
    schema: SET_IDENTITY_BODY,
    examples: {
      preview: {
        summary: 'Preview of a link',
        value: {
          payload: { userId, issuer: 'https://id.example.org', subject: '00u1', linked: true, dryRun: true },
        },
      },
    },
  },
  answer: shown(IDENTITY_SET, 'linked'),
  problems: [noSuchUser(userId), IDENTITY_TAKEN, NOT_AS_SEEN],
  handler: (services) => (request) => {
    const { issuer, linked, subject, userId: user } = request.body.payload;
    return answer(services, request, IDENTITY_SET, (asked) =>
      services.userChanges.setIdentity({ user, identity: { issuer, subject }, linked, ...asked }),
    );
  },
});

export const ERASE_USER: Endpoint = endpoint({
  ...SHARED,
  method: 'post',
  path: '/user/erase',
  operationId: 'eraseUser',
  summary: 'Erase a user',
  description: `Removes e-mails, names, identities and permissions of an inactive user; it cannot be undone. Their id stays in the audit log, which verifies as before. ${HOW_CHANGED}`,
  body: {
    schema: ERASE_USER_BODY,
    examples: {
      preview: { summary: 'Preview', value: { payload: { userId, dryRun: true } } },
    },
  },
  answer: {
    schema: USER_ERASED,
    description: 'The erased user.',
    example: { message: ERASED, data: changed('erased') },
    headers: [AUDIT_ENTRY],
  },
  problems: [noSuchUser(userId), ACTIVE, NOT_AS_SEEN],
  handler: (services) => (request) =>
    answer(services, request, ERASED, (asked) =>
      services.userChanges.erase({ user: request.body.payload.userId, ...asked }),
    ),
});
