import type { ObjectId, Permission, Timestamp } from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import type { Answered } from './answered.js';
import { permissionList, REASON, UNTIL } from './body-values.js';
import { objectIdMember } from './user-change.js';

/** The message for a `dryRun` anywhere here: the change must not be made. */
export const NO_DRY_RUN = 'is not accepted here; send it to POST /user/change-permissions';

const dryRun = v.optional(v.pipe(v.never(NO_DRY_RUN), v.description('Refused.')));

/** The body of a permission change; other members are ignored. */
function bodyOf<Output extends string>(
  permissions: v.GenericSchema<unknown, Output[]>,
  more: v.ObjectEntries = {},
): BodySchema<Output> {
  const body = v.object(
    {
      payload: v.object(
        {
          userId: objectIdMember,
          permissions,
          ...more,
          reason: v.optional(REASON),
          dryRun,
        },
        'must be an object',
      ),
      dryRun,
    },
    'must be an object',
  );
  return body as v.GenericSchema<unknown, unknown> as BodySchema<Output>;
}

/** A body that names a user and permissions. */
export type BodySchema<Item> = v.GenericSchema<
  unknown,
  {
    payload: {
      userId: ObjectId;
      permissions: Item[];
      until?: Timestamp | undefined;
      reason?: string | undefined;
    };
  }
>;

/** `PUT /user/remove-permissions`: any strings. */
export const REMOVE_PERMISSIONS_BODY: BodySchema<string> = bodyOf(permissionList('remove'));

/** `PUT /user/add-permissions`: well-formed permissions, permanent or until a time. */
export const ADD_PERMISSIONS_BODY: BodySchema<Permission> = bodyOf(permissionList('add'), {
  until: v.optional(UNTIL),
});

/** The answer to a change of permissions (interface, "PUT /user/remove-permissions"). */
export type PermissionsChangedJson = Answered<Record<never, never>>;

export const PERMISSIONS_CHANGED: v.GenericSchema<PermissionsChangedJson> =
  answerObject<PermissionsChangedJson>({
    message: v.string(),
    data: v.pipe(answerObject<PermissionsChangedJson['data']>({}), v.description('Always empty.')),
  });

export const PERMISSION_SCHEMAS: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> = {
  AddPermissions: ADD_PERMISSIONS_BODY,
  PermissionsChanged: PERMISSIONS_CHANGED,
  RemovePermissions: REMOVE_PERMISSIONS_BODY,
};
