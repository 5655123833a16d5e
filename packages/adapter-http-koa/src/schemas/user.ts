import {
  type ObjectId,
  type PermittedUserJson,
  parseObjectId,
  type UserFilter,
  type UserSummaryJson,
} from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import { parsedBy, percentDecoded } from './parsed-by.js';
import { type QuerySchemas, queryText } from './query-values.js';
import { count, objectId, timestamp } from './values.js';

/** What a string that a user holds really grants (decision 11). */
export interface EffectiveJson {
  readonly permission: string;
  /** The module that it grants all of. */
  readonly module?: string;
  /** The other held strings that grant it too. */
  readonly coveredBy: readonly string[];
}

/** The answer of the list of users (decision 11). */
export interface UserPageJson {
  readonly message: string;
  readonly data: { readonly total: number; readonly users: readonly PermittedUserJson[] };
}

/** The answer with one user (decision 11). */
export interface UserShownJson {
  readonly message: string;
  readonly data: { readonly user: PermittedUserJson; readonly effective: readonly EffectiveJson[] };
}

/** The answer of the session (decision 11). */
export interface SessionJson {
  readonly message: string;
  readonly data: {
    readonly user: UserSummaryJson;
    readonly permissions: readonly string[];
    readonly admin: boolean;
    readonly expiresAt: string | null;
  };
}

/** Which users are requested; they match all that is given (decision 11). */
export const USER_QUERY: QuerySchemas<UserFilter> = {
  search: queryText('A part of an e-mail or a name, without regard to case, or the beginning of an id.'),
  holds: queryText('Users whom a removal of this string would change.'),
  grants: queryText('Users who are granted this by any string that they hold.'),
};

const NO_ID = 'userId must be 24 hexadecimal digits';

/** The identifier of a user in a path. */
export const USER_ID: v.GenericSchema<string, ObjectId> = v.pipe(
  v.string(),
  v.description('The identifier of the user.'),
  v.metadata({ pattern: '^[0-9a-fA-F]{24}$', examples: ['65a100000000000000000002'] }),
  percentDecoded(NO_ID),
  parsedBy(parseObjectId, NO_ID),
);

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

const permissions = v.pipe(v.array(v.string()), v.description('What the user holds, exactly.'));

export const USER: v.GenericSchema<PermittedUserJson> = answerObject<PermittedUserJson>({
  ...SUMMARY_ENTRIES,
  permissions,
});

export const EFFECTIVE: v.GenericSchema<EffectiveJson> = answerObject<EffectiveJson>({
  permission: v.string(),
  module: v.optional(v.pipe(v.string(), v.description('The module that it grants all of.'))),
  coveredBy: v.pipe(v.array(v.string()), v.description('The other held strings that grant it too.')),
});

/** `GET /user/list/{start}/{end}` */
export const USER_PAGE: v.GenericSchema<UserPageJson> = answerObject<UserPageJson>({
  message: v.string(),
  data: answerObject<UserPageJson['data']>({
    total: count('The number of all users who match, not only those on this page.'),
    users: v.array(USER),
  }),
});

/** `GET /user/{userId}` */
export const USER_SHOWN: v.GenericSchema<UserShownJson> = answerObject<UserShownJson>({
  message: v.string(),
  data: answerObject<UserShownJson['data']>({ user: USER, effective: v.array(EFFECTIVE) }),
});

/** `GET /auth/session` */
export const SESSION: v.GenericSchema<SessionJson> = answerObject<SessionJson>({
  message: v.string(),
  data: answerObject<SessionJson['data']>({
    user: USER_SUMMARY,
    permissions,
    admin: v.pipe(v.boolean(), v.description('Whether the user is an admin.')),
    expiresAt: v.pipe(
      v.nullable(timestamp()),
      v.description('When the token expires; `null` if its provider does not say.'),
    ),
  }),
});

/** By their names in generated clients. */
export const USER_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  EffectivePermission: EFFECTIVE,
  User: USER,
  UserPage: USER_PAGE,
  UserShown: USER_SHOWN,
  UserSummary: USER_SUMMARY,
};

/** By their names in generated clients. */
export const SESSION_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  Session: SESSION,
  UserSummary: USER_SUMMARY,
};
