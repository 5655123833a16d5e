import {
  err,
  type ObjectId,
  ok,
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  type Permission,
  parseObjectId,
  parsePermission,
} from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import { parsedBy } from './parsed-by.js';

const NO_STRING = 'must be a string';
const TOO_LONG = `must not be longer than ${PERMISSION_MAX_LENGTH} characters`;

const text = v.pipe(
  v.string(NO_STRING),
  v.metadata({ maxLength: PERMISSION_MAX_LENGTH }),
  // Code points, as JSON Schema counts them; valibot counts code units.
  parsedBy((given) => ([...given].length <= PERMISSION_MAX_LENGTH ? ok(given) : err(undefined)), TOO_LONG),
);

const OFF_PATTERN = 'must be service.<module>, service.<module>.<action> or service.<module>.*';

const wellFormed = v.pipe(
  v.string(NO_STRING),
  v.maxLength(PERMISSION_MAX_LENGTH, TOO_LONG),
  // For the description; core decides.
  v.regex(/^service\.[\w-]+(?:\.(?:[\w-]+|\*))?$/, OFF_PATTERN),
  parsedBy(parsePermission, OFF_PATTERN),
);

const NO_OBJECT_ID = 'must be 24 hexadecimal digits';

/** The body of a permission change, each permission checked by `item`; what the interface does not name is ignored. */
function bodyOf<Output extends string>(item: v.GenericSchema<string, Output>): BodySchema<Output> {
  return v.object(
    {
      payload: v.object(
        {
          userId: v.pipe(
            v.string(NO_STRING),
            v.regex(/^[0-9a-fA-F]{24}$/, NO_OBJECT_ID),
            parsedBy(parseObjectId, NO_OBJECT_ID),
          ),
          permissions: v.pipe(
            v.array(item, 'must be an array of strings'),
            v.minLength(1, 'must hold at least one permission'),
            v.maxLength(
              PERMISSIONS_PER_CHANGE,
              `must not hold more than ${PERMISSIONS_PER_CHANGE} permissions`,
            ),
          ),
        },
        'must be an object',
      ),
    },
    'must be an object',
  );
}

/** A body that names a user and permissions. */
export type BodySchema<Item> = v.GenericSchema<
  unknown,
  { payload: { userId: ObjectId; permissions: Item[] } }
>;

/** `PUT /user/remove-permissions`: any strings. */
export const REMOVE_PERMISSIONS_BODY: BodySchema<string> = bodyOf(text);

/** `PUT /user/add-permissions`: well-formed permissions (decision 5). */
export const ADD_PERMISSIONS_BODY: BodySchema<Permission> = bodyOf(wellFormed);

/** The answer to a change of permissions (interface, "PUT /user/remove-permissions"; decision 5). */
export interface PermissionsChangedJson {
  readonly message: string;
  readonly data: Record<never, never>;
}

export const PERMISSIONS_CHANGED: v.GenericSchema<PermissionsChangedJson> =
  answerObject<PermissionsChangedJson>({
    message: v.string(),
    data: v.pipe(answerObject<PermissionsChangedJson['data']>({}), v.description('Always empty.')),
  });

/** By the names that generated clients give them. */
export const PERMISSION_SCHEMAS: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> = {
  AddPermissions: ADD_PERMISSIONS_BODY,
  PermissionsChanged: PERMISSIONS_CHANGED,
  RemovePermissions: REMOVE_PERMISSIONS_BODY,
};
