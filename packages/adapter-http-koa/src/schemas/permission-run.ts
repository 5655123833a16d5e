import {
  type DoubtfulPermission,
  type ExternalIdentity,
  type LeftAlone,
  PERMISSION_MAX_LENGTH,
  type Permission,
  type PermissionRow,
  type PermissionsChanged,
  parsePermission,
  type RowResult,
  type Widening,
} from '@ops-admin/core';
import { ENTRIES_PER_REVERT, ROW_RESULTS } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import { type Answered, answered } from './answered.js';
import {
  batchName,
  bodyObject,
  HOW_MANY,
  inBatch,
  listOf,
  NEVER,
  NO_ENTRY,
  NO_STRING,
  PERMISSION_PATTERN,
} from './body-values.js';
import { CHANGE_PERMISSIONS_BODY } from './change-permissions.js';
import { parsedBy } from './parsed-by.js';
import { IDENTITY } from './user.js';
import { count, endsSet, entryId, objectId } from './values.js';

/** What `POST /audit/revert` takes: an entry, several, or a run, or what it did to some users. */
export interface RevertChangesBody {
  readonly payload: {
    readonly entry?: number | undefined;
    readonly entries?: readonly number[] | undefined;
    readonly batch?: string | undefined;
    /** Of the run: only these users, each by id or e-mail. */
    readonly users?: readonly string[] | undefined;
    /** Names the run that undoes it. */
    readonly newBatch?: string | undefined;
    readonly dryRun?: boolean | undefined;
    readonly keepAdmin?: boolean | undefined;
    readonly reason?: string | undefined;
  };
}

/** What `POST /permission/rename` takes. */
export interface RenamePermissionBody {
  readonly payload: {
    readonly from: string;
    readonly to: string;
    readonly dryRun?: boolean | undefined;
    readonly batch?: string | undefined;
    readonly continueBatch?: boolean | undefined;
    readonly keepAdmin?: boolean | undefined;
    readonly reason?: string | undefined;
  };
}

/** The result of many changes: what the operation gives. */
export type PermissionRunJson = Answered<
  Omit<PermissionsChanged, 'rows'> & {
    readonly batch: string | null;
    readonly dryRun: boolean;
    readonly results: readonly PermissionRow[];
  }
>;

const ENTRY = v.pipe(v.number(NO_ENTRY), v.safeInteger(NO_ENTRY), v.minValue(1, NO_ENTRY));

function few<Item extends v.GenericSchema>(item: Item, what: string, description: string) {
  return v.pipe(
    listOf(item, {
      max: ENTRIES_PER_REVERT,
      noList: `must be an array of ${what}`,
      tooMany: `must not hold more than ${ENTRIES_PER_REVERT} ${what}`,
    }),
    v.minLength(1, `must hold at least one of ${what}`),
    v.description(description),
  );
}

export const REVERT_CHANGES_BODY: v.GenericSchema<unknown, RevertChangesBody> = bodyObject({
  payload: v.pipe(
    bodyObject({
      entry: v.optional(v.pipe(ENTRY, v.description('The entry to undo.'))),
      entries: v.optional(few(ENTRY, 'entries', 'The entries to undo, as one batch.')),
      batch: v.optional(batchName('The batch to undo.')),
      users: v.optional(
        few(
          v.string(NO_STRING),
          'users',
          'Undo the batch only for these users, each an id or an e-mail; for all by default.',
        ),
      ),
      newBatch: v.optional(
        batchName('The name of the batch that undoes it; for entries and a batch, a new name by default.'),
      ),
      ...HOW_MANY,
    }),
    v.metadata({
      oneOf: [
        { required: ['entry'], properties: { entries: NEVER, batch: NEVER, users: NEVER } },
        { required: ['entries'], properties: { entry: NEVER, batch: NEVER, users: NEVER } },
        { required: ['batch'], properties: { entry: NEVER, entries: NEVER } },
      ],
    }),
    v.check(
      (target) =>
        [target.batch, target.entries, target.entry].filter((one) => one !== undefined).length === 1,
      'must name an entry, entries or a batch, one of the three',
    ),
    v.check(
      ({ batch, users }) => users === undefined || batch !== undefined,
      'must name the batch of which users are named',
    ),
  ),
});

export const RENAME_PERMISSION_BODY: v.GenericSchema<
  unknown,
  { payload: RenamePermissionBody['payload'] & { readonly to: Permission } }
> = bodyObject({
  payload: bodyObject({
    from: v.pipe(
      v.string(NO_STRING),
      v.minLength(1, 'must not be empty'),
      // Characters, as in every list of permissions: not halves of them.
      v.check(
        (text) => [...text].length <= PERMISSION_MAX_LENGTH,
        `must not be longer than ${PERMISSION_MAX_LENGTH} characters`,
      ),
      v.metadata({ maxLength: PERMISSION_MAX_LENGTH }),
      v.description('The held string, compared exactly, or the wildcard of a module for the whole module.'),
    ),
    to: v.pipe(
      v.string(NO_STRING),
      v.description('The new name; for a whole module, also a wildcard.'),
      // For the description; core decides.
      v.metadata({ maxLength: PERMISSION_MAX_LENGTH, pattern: PERMISSION_PATTERN }),
      parsedBy(parsePermission, 'must be service.<module>, service.<module>.<action> or service.<module>.*'),
    ),
    ...HOW_MANY,
    ...inBatch('The name of the batch; a new name by default.'),
  }),
});

const RESULTS = [
  ...Object.entries(ROW_RESULTS.done).flat(),
  ...ROW_RESULTS.nothing,
  ...ROW_RESULTS.failed,
] as readonly RowResult[];

const permissions = (description: string) =>
  v.optional(v.pipe(v.array(v.string()), v.description(description)));

const identities = (description: string) =>
  v.optional(
    v.pipe(
      v.array(answerObject<ExternalIdentity>({ issuer: v.string(), subject: v.string() })),
      v.description(description),
    ),
  );

export const PERMISSION_ROW: v.GenericSchema<PermissionRow> = answerObject<PermissionRow>({
  user: v.optional(
    v.pipe(v.nullable(v.string()), v.description('As requested; missing if the row is about a department.')),
  ),
  department: v.optional(v.pipe(objectId(), v.description('In place of `user`: the department.'))),
  userId: v.optional(objectId()),
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  result: v.picklist(RESULTS),
  added: permissions('The permissions that were added, or would be.'),
  removed: permissions('The permissions that were removed, or would be.'),
  ends: v.optional(endsSet()),
  linked: identities('The identities that were linked again, or would be.'),
  unlinked: identities('The identities that were unlinked, or would be.'),
  stillGrantedBy: permissions('The held strings that still grant what was removed or requested.'),
  leftAlone: v.optional(
    v.array(
      answerObject<LeftAlone>({
        permission: v.optional(v.string()),
        identity: v.optional(IDENTITY),
        changedBy: entryId('The later entry that names it.'),
        actor: v.pipe(
          v.string(),
          v.description('The actor of that entry: a user id, or `cli:` with a name.'),
        ),
        actorEmail: v.optional(v.string()),
      }),
    ),
  ),
  reverts: v.optional(entryId('The entry that is undone.')),
  undoneBy: v.optional(entryId('The entry that undid it before.')),
  entry: v.optional(entryId('The entry that was written.')),
  batch: v.optional(v.string()),
  asOf: v.optional(count('In a dry run: the newest entry of the user, 0 if none exists.')),
  message: v.optional(
    v.pipe(
      v.string(),
      v.description('The cause of the failure, a new admin, or a string that looks mistyped; for people.'),
    ),
  ),
  line: v.optional(entryId('The line of a file, as requested.')),
  dryRun: v.optional(v.literal(true)),
});

/** `POST /user/change-permissions`, `POST /permission/rename` and `POST /audit/revert` */
export const PERMISSION_RUN: v.GenericSchema<PermissionRunJson> = answered<PermissionRunJson['data']>({
  batch: v.pipe(
    v.nullable(v.string()),
    v.description('The batch of the changes; `null` for one change and in a dry run.'),
  ),
  dryRun: v.boolean(),
  results: v.pipe(v.array(PERMISSION_ROW), v.description('A row for each change, in the same order.')),
  leavesNoAdmin: v.pipe(
    v.boolean(),
    v.description('Whether the change leaves no admin, or would; then nobody can change anything over HTTP.'),
  ),
  widening: v.optional(
    v.pipe(
      answerObject<Widening>({
        module: v.pipe(v.string(), v.description('The module of the new name, without `service.`.')),
        wholeModule: count('The number of users who get the whole module.'),
        inUse: count('The number of users who already hold a permission of the module.'),
        newAdmins: count('The number of users who become admins.'),
      }),
      v.description('Present if users can do more by the new name, or could.'),
    ),
  ),
  doubtful: v.optional(
    v.pipe(
      v.array(
        answerObject<DoubtfulPermission>({
          permission: v.string(),
          meant: v.optional(v.pipe(v.string(), v.description('The string that was probably meant.'))),
        }),
      ),
      v.description(
        'Strings that look mistyped: no user holds them and they are unknown; only with `findDoubtful`.',
      ),
    ),
  ),
});

export const RUN_SCHEMAS: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> = {
  ChangePermissions: CHANGE_PERMISSIONS_BODY,
  PermissionRow: PERMISSION_ROW,
  PermissionRun: PERMISSION_RUN,
  RenamePermission: RENAME_PERMISSION_BODY,
  RevertChanges: REVERT_CHANGES_BODY,
};
