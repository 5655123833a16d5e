import {
  CHANGES_PER_REQUEST,
  type ChangePermissionsInput,
  type DoubtfulPermission,
  type ExternalIdentity,
  type LeftAlone,
  moduleOf,
  ok,
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  type Permission,
  type PermissionRow,
  type PermissionsChanged,
  parsePermission,
  parsePermissionList,
  ROW_RESULTS,
  type RowResult,
  type UserChange,
  type Widening,
} from '@ops-admin/core';
import { ENTRIES_PER_REVERT, foldAscii } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import { type Answered, answered } from './answered.js';
import {
  batchName,
  bodyObject,
  endsMember,
  flag,
  listOf,
  NO_STRING,
  PERMISSION_PATTERN,
  permissionList,
  REASON,
  UNTIL,
} from './body-values.js';
import { parsedBy } from './parsed-by.js';
import { IDENTITY } from './user.js';
import { count, endsSet, entryId, objectId } from './values.js';

/** What `POST /user/change-permissions` takes: the input of the operation; the service knows who asks (decision 11). */
export interface ChangePermissionsBody {
  readonly payload: Omit<ChangePermissionsInput, 'actor' | 'changes' | 'origin'> & {
    readonly changes: readonly (Omit<UserChange, 'ends' | 'until'> & {
      readonly ends?: Readonly<Record<string, string>> | undefined;
      readonly until?: string | undefined;
    })[];
    readonly reason?: string | undefined;
    readonly batch?: string | undefined;
    readonly continueBatch?: boolean | undefined;
  };
}

/** What `POST /audit/revert` takes: an entry, several, or a run, or what it did to some users (decision 11). */
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

/** What `POST /permission/rename` takes (decision 20, "12"). */
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

/** The result of many changes: what the operation gives (decision 11). */
export type PermissionRunJson = Answered<
  Omit<PermissionsChanged, 'rows'> & {
    readonly batch: string | null;
    readonly dryRun: boolean;
    readonly results: readonly PermissionRow[];
  }
>;

export { CHANGES_PER_REQUEST };

const NO_ENTRY = 'must be the number of an entry';
const NO_MODULE = 'must be a module without service., such as tickets';
const NO_LINE = 'must be the number of a line';

const dryRun = v.optional(flag('Whether nothing is written; false by default.'));
const continueBatch = v.optional(
  flag('Whether `batch` can be a run of another actor, or one without changes for a day; false by default.'),
);
const keepAdmin = v.optional(flag('Whether removing the last admin is refused; true by default.'));

const CHANGE = bodyObject({
  user: v.pipe(v.string(NO_STRING), v.description('An id or an e-mail.')),
  // Also for an addition: an invalid string fails its row, not the request. How many there are is a matter of the action.
  permissions: v.optional(permissionList('set')),
  until: v.optional(UNTIL),
  ends: v.optional(
    endsMember(
      'When they end; the others are held for good. Without it, what stays keeps its end. What has ended is left out.',
    ),
  ),
  decision: v.optional(
    v.pipe(
      v.picklist(['keep', 'remove'], 'must be keep or remove'),
      v.description('In a review: what is to become of the one permission that is named.'),
    ),
  ),
  entry: v.optional(
    v.pipe(
      v.number(NO_ENTRY),
      v.safeInteger(NO_ENTRY),
      v.minValue(0, NO_ENTRY),
      v.description(
        'In a review: the entry that gave it, as `GET /permission/grants/{start}/{end}` says; 0 for none. If another one did since, the row is `changed-since`.',
      ),
    ),
  ),
  everything: v.optional(
    v.pipe(
      v.literal(true, 'must be true'),
      v.description('In place of permissions, for a leaver: remove all of them, and all identities.'),
    ),
  ),
  keepLinks: v.optional(
    flag('With `everything`: whether the user keeps their identities; false by default.'),
  ),
  asOf: v.optional(
    v.pipe(
      v.number(NO_ENTRY),
      v.safeInteger(NO_ENTRY),
      v.minValue(0, NO_ENTRY),
      v.description(
        'An entry: if the user has a newer one, nothing of theirs is changed, and the row is `changed-since`. `newestEntry` of a user, or `asOf` of a row of a dry run.',
      ),
    ),
  ),
  line: v.optional(
    v.pipe(
      v.number(NO_LINE),
      v.safeInteger(NO_LINE),
      v.minValue(1, NO_LINE),
      v.description('The line of a file that it comes from; its row repeats it.'),
    ),
  ),
  reason: v.optional(REASON),
});

const NEVER = { not: {} };
const NAMED = {
  required: ['permissions'],
  properties: { permissions: {}, everything: NEVER, keepLinks: NEVER },
};
const OF_EVERYTHING = { required: ['everything'], properties: { permissions: NEVER, everything: {} } };
const NO_REVIEW = { decision: NEVER, entry: NEVER };
const USER_ALONE = {
  properties: {
    permissions: NEVER,
    everything: NEVER,
    keepLinks: NEVER,
    until: NEVER,
    ends: NEVER,
    ...NO_REVIEW,
  },
};
/** Only what is added can end, and only what is set has ends. */
const FOR_GOOD = { properties: { until: NEVER, ends: NEVER, ...NO_REVIEW } };
const FEW = { permissions: { minItems: 1, maxItems: PERMISSIONS_PER_CHANGE } };

/** For the description: what {@link problemOf} decides. */
const BY_ACTION = [
  {
    description: 'Each change names permissions.',
    required: ['action'],
    properties: {
      action: { const: 'add' },
      changes: {
        items: { ...NAMED, properties: { ...NAMED.properties, ...FEW, ends: NEVER, ...NO_REVIEW } },
      },
      modules: NEVER,
    },
  },
  {
    description: 'Each change names permissions, or everything.',
    required: ['action'],
    properties: {
      action: { const: 'remove' },
      changes: {
        items: {
          oneOf: [{ ...NAMED, properties: { ...NAMED.properties, ...FEW } }, OF_EVERYTHING],
          ...FOR_GOOD,
        },
      },
      modules: NEVER,
    },
  },
  {
    description: 'Each change names all that the user is to hold, of `modules` or of everything.',
    required: ['action'],
    properties: {
      action: { const: 'set' },
      changes: { items: { ...NAMED, properties: { ...NAMED.properties, until: NEVER, ...NO_REVIEW } } },
    },
  },
  {
    description: 'Each change names one permission, and what was decided about it.',
    required: ['action'],
    properties: {
      action: { const: 'review' },
      changes: {
        items: {
          required: ['permissions', 'decision'],
          properties: {
            ...NAMED.properties,
            permissions: { minItems: 1, maxItems: 1 },
            until: NEVER,
            ends: NEVER,
            asOf: NEVER,
          },
        },
      },
      modules: NEVER,
    },
  },
  {
    description: 'Each change names a user alone.',
    required: ['action'],
    properties: {
      action: { enum: ['activate', 'deactivate'] },
      changes: { items: USER_ALONE },
      modules: NEVER,
    },
  },
];

/** What is wrong with a change of an action, if anything is: each names what it takes, and nothing else. */
function problemOf(
  action: ChangePermissionsInput['action'],
  change: UserChange,
  modules: readonly string[] | undefined,
): string | undefined {
  const { asOf, decision, ends, entry, everything, keepLinks, permissions, until } = change;
  if (action === 'activate' || action === 'deactivate') {
    const named = [permissions, everything, keepLinks, until, ends, decision, entry];
    const isAlone = named.every((one) => one === undefined);
    return isAlone ? undefined : `must name a user alone, to ${action} them`;
  }
  if (everything && action !== 'remove') return 'must name permissions: only a removal is of everything';
  if (ends !== undefined && action !== 'set') return 'must not have ends: only a set has them';
  if (action !== 'review' && (decision ?? entry) !== undefined)
    return 'must not have a decision: only a review has one';
  if (action === 'review' && (decision === undefined || permissions?.length !== 1 || asOf !== undefined))
    return 'must name one permission, a decision and the entry that gave it';
  const outside = modules && permissions?.find((one) => !modules.includes(moduleOf(one) ?? ''));
  if (outside !== undefined) return `must stay within modules, which ${JSON.stringify(outside)} does not`;
  const alien = Object.keys(ends ?? {}).find((one) => !permissions?.includes(one));
  if (alien !== undefined) return `must name ${JSON.stringify(alien)}, of which it has an end`;
  if ((everything === undefined) === (permissions === undefined)) {
    return 'must name permissions or everything, one of the two';
  }
  if (until !== undefined && action !== 'add') return 'must not have until: only what is added can end';
  return keepLinks === undefined || everything ? undefined : 'can only keep links with everything';
}

/** What is wrong with a decision beside the others: of those that `decided` has, another one about the same string of a user differs. */
function contradiction(
  n: number,
  changes: readonly UserChange[],
  decided: Map<string, number>,
): string | undefined {
  const { decision, permissions, user } = changes[n] as UserChange;
  if (decision === undefined) return undefined;
  const key = `${foldAscii(user)} ${permissions?.[0]}`;
  const first = decided.get(key) ?? n;
  decided.set(key, first);
  return changes[first]?.decision === decision
    ? undefined
    : `must not decide otherwise than changes[${first}] about the same permission`;
}

export const CHANGE_PERMISSIONS_BODY: v.GenericSchema<
  unknown,
  {
    payload: Omit<ChangePermissionsBody['payload'], 'changes'> & {
      readonly changes: readonly UserChange[];
    };
  }
> = bodyObject({
  payload: v.pipe(
    bodyObject({
      action: v.picklist(
        ['add', 'remove', 'set', 'review', 'activate', 'deactivate'],
        'must be add, remove, set, review, activate or deactivate',
      ),
      changes: v.pipe(
        listOf(CHANGE, {
          max: CHANGES_PER_REQUEST,
          noList: 'must be an array of changes',
          tooMany: `must not hold more than ${CHANGES_PER_REQUEST} changes`,
        }),
        v.minLength(1, 'must hold at least one change'),
      ),
      modules: v.optional(
        v.pipe(
          listOf(v.pipe(v.string(NO_STRING), v.regex(/^[^.]+$/, NO_MODULE)), {
            max: 1000,
            noList: 'must be an array of modules',
            tooMany: 'must not hold more than 1000 modules',
          }),
          v.minLength(1, 'must hold at least one module'),
          v.description(
            'Of a set: only strings of these modules are set, named without `service.`; all by default.',
          ),
        ),
      ),
      dryRun,
      atomic: v.optional(flag('Whether nothing is changed if any change fails; false by default.')),
      keepAdmin,
      ignoreNotFound: v.optional(
        flag('Whether an unknown user is no failure for `atomic`; false by default.'),
      ),
      findDoubtful: v.optional(
        flag('Whether `doubtful` says which strings look mistyped; false by default.'),
      ),
      reason: v.optional(REASON),
      batch: v.optional(batchName('Names a run over several requests; a new name by default.')),
      continueBatch,
    }),
    v.metadata({ oneOf: BY_ACTION }),
    v.rawCheck(({ addIssue, dataset }) => {
      if (!dataset.typed) return;
      const { action, changes, modules } = dataset.value;
      const decided = new Map<string, number>();
      if (modules !== undefined && action !== 'set')
        addIssue({ message: 'must not have modules: only a set has them' });
      for (const [n, change] of changes.entries()) {
        const { permissions } = change;
        const isListed = permissions !== undefined && (action === 'add' || action === 'remove');
        const listed = isListed ? parsePermissionList('remove', permissions) : ok(undefined);
        const message = listed.isErr()
          ? listed.error.problem
          : (problemOf(action, change, modules) ?? contradiction(n, changes, decided));
        if (message === undefined) continue;
        const list = {
          type: 'object',
          origin: 'value',
          input: dataset.value,
          key: 'changes',
          value: changes,
        };
        const item = { type: 'array', origin: 'value', input: changes, key: n, value: change };
        const member = {
          type: 'object',
          origin: 'value',
          input: change,
          key: 'permissions',
          value: permissions,
        };
        const path = [list as v.ObjectPathItem, item as v.ArrayPathItem] as const;
        addIssue({ message, path: listed.isErr() ? [...path, member as v.ObjectPathItem] : [...path] });
      }
    }),
  ),
});

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
      entries: v.optional(few(ENTRY, 'entries', 'The entries to undo, as a run.')),
      batch: v.optional(batchName('The run to undo.')),
      users: v.optional(
        few(
          v.string(NO_STRING),
          'users',
          'Of the run: undo only what it did to these users, each an id or an e-mail; all by default.',
        ),
      ),
      newBatch: v.optional(
        batchName('Names the run that undoes it; for entries and a run, a new name by default.'),
      ),
      dryRun,
      keepAdmin,
      reason: v.optional(REASON),
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
      v.description('What is held, exactly, or the wildcard of a module for all of the module.'),
    ),
    to: v.pipe(
      v.string(NO_STRING),
      v.description('Its new name; that of a module is a wildcard, too.'),
      // For the description; core decides.
      v.metadata({ maxLength: PERMISSION_MAX_LENGTH, pattern: PERMISSION_PATTERN }),
      parsedBy(parsePermission, 'must be service.<module>, service.<module>.<action> or service.<module>.*'),
    ),
    dryRun,
    keepAdmin,
    reason: v.optional(REASON),
    batch: v.optional(batchName('Names the run; a new name by default.')),
    continueBatch,
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
  user: v.pipe(v.nullable(v.string()), v.description('As requested.')),
  userId: v.optional(objectId()),
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  result: v.picklist(RESULTS),
  added: permissions('What was really added, or would be.'),
  removed: permissions('What was really removed, or would be.'),
  ends: v.optional(endsSet()),
  linked: identities('Identities that the user was given back, or would be.'),
  unlinked: identities('Identities that the user lost, or would.'),
  stillGrantedBy: permissions('The held strings that still grant what was removed or requested.'),
  leftAlone: v.optional(
    v.array(
      answerObject<LeftAlone>({
        permission: v.optional(v.string()),
        identity: v.optional(IDENTITY),
        changedBy: entryId('The later entry that named it.'),
        actor: v.pipe(v.string(), v.description('Who made that entry: a user id, or `cli:` with a name.')),
        actorEmail: v.optional(v.string()),
      }),
    ),
  ),
  reverts: v.optional(entryId('The entry that is undone.')),
  undoneBy: v.optional(entryId('The entry that undid it before.')),
  entry: v.optional(entryId('The entry that was written.')),
  batch: v.optional(v.string()),
  asOf: v.optional(count('In a dry run: the newest entry of the user, 0 if there is none.')),
  message: v.optional(
    v.pipe(
      v.string(),
      v.description('Why it failed, who is an admin now, or what looks mistyped; for people.'),
    ),
  ),
  line: v.optional(entryId('The line of a file, as requested.')),
  dryRun: v.optional(v.literal(true)),
});

/** `POST /user/change-permissions`, `POST /permission/rename` and `POST /audit/revert` */
export const PERMISSION_RUN: v.GenericSchema<PermissionRunJson> = answered<PermissionRunJson['data']>({
  batch: v.pipe(
    v.nullable(v.string()),
    v.description('The run that the changes belong to; `null` for one change, and for a dry run.'),
  ),
  dryRun: v.boolean(),
  results: v.pipe(v.array(PERMISSION_ROW), v.description('A row for each change, in the same order.')),
  leavesNoAdmin: v.pipe(
    v.boolean(),
    v.description('Whether the last admin is gone, or would be: nobody can change anything over HTTP then.'),
  ),
  widening: v.optional(
    v.pipe(
      answerObject<Widening>({
        module: v.pipe(v.string(), v.description('That of the new name, without `service.`.')),
        wholeModule: count('How many users get all of the module, who do not have it.'),
        inUse: count('How many users hold anything of the module already.'),
        newAdmins: count('How many users become admins.'),
      }),
      v.description('Of a renaming by which users can do more, or could.'),
    ),
  ),
  doubtful: v.optional(
    v.pipe(
      v.array(
        answerObject<DoubtfulPermission>({
          permission: v.string(),
          meant: v.optional(v.pipe(v.string(), v.description('What probably was meant.'))),
        }),
      ),
      v.description(
        'Strings that look mistyped: nobody holds them, and they are not known; only with `findDoubtful`.',
      ),
    ),
  ),
});

/** By their names in generated clients. */
export const RUN_SCHEMAS: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> = {
  ChangePermissions: CHANGE_PERMISSIONS_BODY,
  PermissionRow: PERMISSION_ROW,
  PermissionRun: PERMISSION_RUN,
  RenamePermission: RENAME_PERMISSION_BODY,
  RevertChanges: REVERT_CHANGES_BODY,
};
