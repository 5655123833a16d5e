import {
  type EndsJson,
  type ExternalIdentity,
  type ObjectId,
  type Permission,
  parseLinkableIdentity,
  parseObjectId,
  type UserChanged,
  type UserJson,
} from '@ops-admin/core';
import {
  type CreateUserInput,
  EMAILS_PER_USER,
  NO_NAME,
  PERSON_TEXT_MAX_LENGTH,
  type PersonInput,
  parseEmail,
  parseName,
  parsePerson,
} from '@ops-admin/core/operations';
import * as v from 'valibot';
import type { EntriesOf } from './answer-object.js';
import { type Answered, answered } from './answered.js';
import {
  asOfMember,
  bodyObject,
  endsMember,
  flag,
  HOW,
  inBatch,
  listOf,
  NO_STRING,
  permissionList,
} from './body-values.js';
import { parsedBy } from './parsed-by.js';
import { NO_USER_NAME, parseUserName, USER, USER_NAME_PATTERN } from './user.js';
import { entryId, objectId } from './values.js';

/** The members that every change of a user or a department shares. */
export interface ChangeMembers {
  readonly reason?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** The batch of a change, so that many are undone together. */
interface BatchMembers {
  readonly batch?: string | undefined;
  readonly continueBatch?: boolean | undefined;
}

/** The members of a new or changed user. */
interface PersonMembers extends Pick<PersonInput, 'emails' | 'personalInformation'> {
  readonly departmentId?: string | null | undefined;
}

/** What `POST /user/create` takes. */
export interface CreateUserBody {
  readonly payload: ChangeMembers &
    BatchMembers &
    Pick<PersonMembers, 'departmentId'> &
    Pick<CreateUserInput, 'emails' | 'identities' | 'permissions' | 'personalInformation'> & {
      readonly _id?: string | undefined;
      readonly ends?: Readonly<Record<string, string>> | undefined;
    };
}

/** The members of the other changes of one user. */
export interface UserChangeBody<Members> {
  readonly payload: ChangeMembers & Members & { readonly userId: string };
}

/** What `PUT /user/update` takes. */
export type UpdateUserBody = UserChangeBody<
  BatchMembers & PersonMembers & { readonly asOf?: number | undefined }
>;
/** What `PUT /user/set-active` takes. */
export type SetActiveBody = UserChangeBody<{ readonly active: boolean }>;
/** What `PUT /user/set-identity` takes. */
export type SetIdentityBody = UserChangeBody<ExternalIdentity & { readonly linked: boolean }>;
/** What `POST /user/erase` takes. */
export type EraseUserBody = UserChangeBody<unknown>;

/** The answer to a change of one user: what the operation gives. */
export type UserChangedJson = Answered<Omit<UserChanged, 'user'> & { readonly user: UserJson }>;
/** The same without the user, of whom nothing is left. */
export type UserErasedJson = Answered<Omit<UserChanged, 'user'>>;

const NO_OBJECT_ID = 'must be 24 hexadecimal digits';

export const objectIdMember: v.GenericSchema<string, ObjectId> = v.pipe(
  v.string(NO_STRING),
  v.metadata({ pattern: '^[0-9a-fA-F]{24}$' }),
  parsedBy(parseObjectId, NO_OBJECT_ID),
);

export const userMember: v.GenericSchema<string, string> = v.pipe(
  v.string(NO_STRING),
  v.description('An id or an e-mail.'),
  v.metadata({ pattern: USER_NAME_PATTERN }),
  parsedBy(parseUserName, NO_USER_NAME),
);

const asOf = asOfMember('and the answer is 412. `newestEntry` of a user.');

const BATCH = inBatch('The batch of the change; none by default.');

/** For the description: any character except control characters and halves of surrogate pairs; core decides. */
export const CHARACTER: string = '[^\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff]';
const OF_EMAIL = '[^@,\\s\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff]';

const partOfName = v.optional(
  v.pipe(
    v.string(NO_STRING),
    v.metadata({ maxLength: PERSON_TEXT_MAX_LENGTH, pattern: `^${CHARACTER}*$` }),
    parsedBy(parseName, (problem) => problem),
  ),
);

const emails = v.pipe(
  listOf(
    v.pipe(
      v.string(NO_STRING),
      v.metadata({ maxLength: PERSON_TEXT_MAX_LENGTH, pattern: `^\\s*${OF_EMAIL}+@${OF_EMAIL}+\\s*$` }),
      parsedBy(parseEmail, (problem) => problem),
    ),
    {
      max: EMAILS_PER_USER,
      noList: 'must be an array of strings',
      tooMany: `must not hold more than ${EMAILS_PER_USER} e-mails`,
    },
  ),
  v.minLength(1, 'must hold at least one e-mail'),
  v.description('Each belongs to one user, compared in NFC and lower case.'),
);
const personalInformation = v.pipe(
  bodyObject({ firstName: partOfName, lastName: partOfName, name: partOfName }),
  v.check((names) => parsePerson({ personalInformation: names }).isOk(), NO_NAME),
  v.description('A name, or a first or last name of which it is made.'),
);

const departmentId = {
  departmentId: v.optional(
    v.pipe(v.nullable(v.string(NO_STRING)), v.description('The id or the code of a department.')),
  ),
};
const person = {
  emails: v.optional(emails),
  personalInformation: v.optional(personalInformation),
  ...departmentId,
};

const partOfIdentity = (part: keyof ExternalIdentity) =>
  v.pipe(
    v.string(NO_STRING),
    v.metadata({ pattern: `^${CHARACTER}+$` }),
    parsedBy(
      (text) => parseLinkableIdentity({ issuer: 'i', subject: 's', [part]: text }).map(() => text),
      ({ reason }) =>
        reason === 'empty' ? 'must not be empty' : 'must not contain control characters or lone surrogates',
    ),
  );
const identity = { issuer: partOfIdentity('issuer'), subject: partOfIdentity('subject') };

export const CREATE_USER_BODY: v.GenericSchema<
  unknown,
  {
    payload: Omit<CreateUserBody['payload'], 'ends'> & {
      permissions?: Permission[] | undefined;
      ends?: EndsJson | undefined;
    };
  }
> = bodyObject({
  payload: v.pipe(
    bodyObject({
      emails,
      personalInformation,
      ...departmentId,
      _id: v.optional(v.pipe(objectIdMember, v.description('A new id by default.'))),
      permissions: v.optional(permissionList('add')),
      ends: v.optional(endsMember('The ends of permissions; permissions that are not named are permanent.')),
      identities: v.optional(v.array(bodyObject(identity), 'must be an array of identities')),
      ...BATCH,
      ...HOW,
    }),
    v.check(
      ({ ends = {}, permissions = [] }) =>
        Object.keys(ends).every((one) => (permissions as readonly string[]).includes(one)),
      'must not have an end for a permission that it does not name',
    ),
  ),
});

export const UPDATE_USER_BODY: v.GenericSchema<unknown, UpdateUserBody> = bodyObject({
  payload: bodyObject({ userId: userMember, ...person, asOf, ...BATCH, ...HOW }),
});

export const SET_ACTIVE_BODY: v.GenericSchema<unknown, SetActiveBody> = bodyObject({
  payload: bodyObject({
    userId: userMember,
    active: flag('False deactivates the user: their tokens are refused.'),
    ...HOW,
  }),
});

export const SET_IDENTITY_BODY: v.GenericSchema<unknown, SetIdentityBody> = bodyObject({
  payload: bodyObject({
    userId: userMember,
    ...identity,
    linked: flag('True links the identity, so that its tokens act as the user; false unlinks it.'),
    ...HOW,
  }),
});

export const ERASE_USER_BODY: v.GenericSchema<unknown, EraseUserBody> = bodyObject({
  payload: bodyObject({ userId: userMember, ...HOW }),
});

const CHANGED: EntriesOf<UserErasedJson['data']> = {
  userId: objectId(),
  email: v.optional(v.pipe(v.string(), v.description('The first e-mail.'))),
  name: v.optional(v.string()),
  result: v.picklist([
    'created',
    'updated',
    'unchanged',
    'activated',
    'deactivated',
    'linked',
    'unlinked',
    'already-so',
    'erased',
  ]),
  entry: v.optional(entryId('The entry that was written; missing if nothing changed and in a dry run.')),
  makesAdmin: v.pipe(v.boolean(), v.description('Whether the change makes the user an admin, or would.')),
  leavesNoAdmin: v.pipe(v.boolean(), v.description('Whether the change leaves no admin, or would.')),
};

export const USER_CHANGED: v.GenericSchema<UserChangedJson> = answered<UserChangedJson['data']>({
  ...CHANGED,
  user: USER,
});

export const USER_ERASED: v.GenericSchema<UserErasedJson> = answered<UserErasedJson['data']>(CHANGED);

export const USER_CHANGE_SCHEMAS: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> = {
  CreateUser: CREATE_USER_BODY,
  EraseUser: ERASE_USER_BODY,
  SetActive: SET_ACTIVE_BODY,
  SetIdentity: SET_IDENTITY_BODY,
  UpdateUser: UPDATE_USER_BODY,
  User: USER,
  UserChanged: USER_CHANGED,
  UserErased: USER_ERASED,
};
