import {
  type ExternalIdentity,
  type HeldPermission,
  ok,
  parseObjectId,
  type Result,
  type SessionJson,
  USER_SORTS,
  type UserDetailsJson,
  type UserFilter,
  type UserJson,
  type UserList,
  type UserQuery,
  type UserSummaryJson,
} from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import { type Answered, answered } from './answered.js';
import { parsedBy, percentDecoded } from './parsed-by.js';
import { type QuerySchemas, queryChoice, queryFlag, queryText } from './query-values.js';
import { count, ends, objectId, timestamp } from './values.js';

/** The answer of the list of users. */
export type UserPageJson = Answered<UserList>;

/** The answer with one user. */
export type UserShownJson = Answered<UserDetailsJson>;

/** The answer of the session. */
export type SessionShownJson = Answered<SessionJson>;

/** Which users are requested; they match all that is given. */
export const USER_QUERY: QuerySchemas<UserFilter & Pick<UserQuery, 'sort'>> = {
  search: v.pipe(
    queryText(
      'Words, each a part of an e-mail or a name, in any order, without regard to case and accents; or the beginning of an id.',
    ),
    v.check((text) => text.trim() !== '', 'search must not be empty'),
  ),
  holds: queryText('Users whom a removal of this string would change.'),
  grants: queryText('Users who are granted this by any string that they hold.'),
  department: queryText('Users of the department with this id or code, or of one below it.'),
  active: queryFlag('active', 'Users who are active, or those who are not.'),
  sort: queryChoice(
    'sort',
    'The order: by name, by the first e-mail, with `-` from the end, or by department. `name`, if it is left out.',
    USER_SORTS,
  ),
};

/** For the description; {@link parseUserName} decides. */
export const USER_NAME_PATTERN = '^[0-9a-fA-F]{24}$|@';
export const NO_USER_NAME = 'must be 24 hexadecimal digits or an e-mail';
const NO_ID = `userId ${NO_USER_NAME}`;

export const USER_ID: v.GenericSchema<string, string> = v.pipe(
  v.string(),
  v.description('An id or an e-mail.'),
  v.metadata({ pattern: USER_NAME_PATTERN, examples: ['65a100000000000000000002'] }),
  percentDecoded(NO_ID),
  parsedBy(parseUserName, NO_ID),
);

/** Reads what names a user: an e-mail has the sign that no id has. */
export function parseUserName(text: string): Result<string, unknown> {
  return text.includes('@') ? ok(text) : parseObjectId(text);
}

const SUMMARY_ENTRIES = {
  _id: objectId(),
  emails: v.array(v.string()),
  personalInformation: answerObject<UserSummaryJson['personalInformation']>({
    firstName: v.string(),
    lastName: v.string(),
    name: v.string(),
  }),
};

export const USER_SUMMARY: v.GenericSchema<UserSummaryJson> = answerObject<UserSummaryJson>(SUMMARY_ENTRIES);

const permissions = v.pipe(v.array(v.string()), v.description('The strings that the user holds.'));

export const USER: v.GenericSchema<UserJson> = answerObject<UserJson>({
  ...SUMMARY_ENTRIES,
  permissions,
  ends: ends('The ends of permissions; permissions that are not named are permanent.'),
  departmentId: v.nullable(objectId()),
  active: v.pipe(v.boolean(), v.description('False deactivates the user: their tokens are refused.')),
});

export const EFFECTIVE: v.GenericSchema<HeldPermission> = answerObject<HeldPermission>({
  permission: v.string(),
  module: v.optional(v.pipe(v.string(), v.description('The module that it grants all of.'))),
  until: v.optional(v.pipe(timestamp(), v.description('When it ends; missing if it is permanent.'))),
  coveredBy: v.pipe(v.array(v.string()), v.description('The other held strings that grant it too.')),
});

const admin = v.pipe(v.boolean(), v.description('Whether the user is an admin.'));

/** An account at an identity provider. */
export const IDENTITY: v.GenericSchema<ExternalIdentity> = answerObject<ExternalIdentity>({
  issuer: v.string(),
  subject: v.string(),
});

export const USER_PAGE: v.GenericSchema<UserPageJson> = answered<UserList>({
  total: count('The number of all users who match, not only those on this page.'),
  users: v.array(USER),
});

export const USER_SHOWN: v.GenericSchema<UserShownJson> = answered<UserDetailsJson>({
  user: USER,
  newestEntry: count('The newest entry about the user, 0 if none exists. A change can name it, as `asOf`.'),
  effective: v.array(EFFECTIVE),
  admin,
  identities: v.pipe(
    v.array(IDENTITY),
    v.description('The accounts at identity providers that can act as the user.'),
  ),
});

export const SESSION: v.GenericSchema<SessionShownJson> = answered<SessionJson>({
  user: USER_SUMMARY,
  permissions,
  admin,
  reader: v.pipe(v.boolean(), v.description('Whether the user is a reader; every admin is one.')),
  expiresAt: v.pipe(
    v.nullable(timestamp()),
    v.description('When the token expires; `null` if its provider does not say.'),
  ),
});

export const USER_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  EffectivePermission: EFFECTIVE,
  ExternalIdentity: IDENTITY,
  User: USER,
  UserPage: USER_PAGE,
  UserShown: USER_SHOWN,
  UserSummary: USER_SUMMARY,
};

export const SESSION_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  Session: SESSION,
  UserSummary: USER_SUMMARY,
};
