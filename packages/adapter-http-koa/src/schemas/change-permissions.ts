import { CHANGES_PER_REQUEST, type ChangePermissionsInput, moduleOf, type UserChange } from '@ops-admin/core';
import { foldKey } from '@ops-admin/core/operations';
import * as v from 'valibot';
import {
  asOfMember,
  bodyObject,
  bodyVariant,
  endsMember,
  flag,
  HOW_MANY,
  inBatch,
  itemOf,
  listOf,
  NEVER,
  NO_ENTRY,
  NO_STRING,
  permissionList,
  REASON,
  UNTIL,
  wholeNumber,
} from './body-values.js';

/** What `POST /user/change-permissions` takes: the input of the operation; the service knows who asks. */
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

/** The messages for a member that only other actions have. */
const OF_OTHERS = {
  asOf: 'is not for the action review, which has entry',
  decision: 'is only for the action review',
  ends: 'is only for the action set',
  entry: 'is only for the action review',
  everything: 'is only for the action remove',
  keepLinks: 'is only for the action remove',
  modules: 'is only for the action set',
  permissions: 'is not for the actions activate and deactivate, which name a user alone',
  until: 'is only for the action add',
};

const EVERY_CHANGE = {
  user: v.pipe(v.string(NO_STRING), v.description('An id or an e-mail.')),
  line: v.optional(
    wholeNumber(
      1,
      'must be the number of a line',
      'The line of a file that it comes from; its row repeats it.',
    ),
  ),
  reason: v.optional(REASON),
};

const AS_SEEN = {
  ...EVERY_CHANGE,
  asOf: asOfMember(
    'and the row is `changed-since`. `newestEntry` of a user, or `asOf` of a row of a dry run.',
  ),
};

const ADDITION = bodyObject(
  // An invalid string fails its row, not the request.
  { ...AS_SEEN, permissions: permissionList('remove'), until: v.optional(UNTIL) },
  OF_OTHERS,
);

const REMOVAL = v.pipe(
  bodyObject(
    {
      ...AS_SEEN,
      permissions: v.optional(permissionList('remove')),
      everything: v.optional(
        v.pipe(
          v.literal(true, 'must be true'),
          v.description('In place of permissions, for a leaver: remove all of them, and all identities.'),
        ),
      ),
      keepLinks: v.optional(
        flag('With `everything`: whether the user keeps their identities; false by default.'),
      ),
    },
    OF_OTHERS,
  ),
  v.metadata({
    oneOf: [
      { required: ['permissions'], properties: { everything: NEVER, keepLinks: NEVER } },
      { required: ['everything'], properties: { permissions: NEVER } },
    ],
  }),
  v.check(
    ({ everything, permissions }) => (everything === undefined) !== (permissions === undefined),
    'must name permissions or everything, one of the two',
  ),
  v.check(
    ({ everything, keepLinks }) => keepLinks === undefined || everything === true,
    'can only keep links with everything',
  ),
);

const SET = bodyObject(
  {
    ...AS_SEEN,
    permissions: permissionList('set'),
    ends: v.optional(
      endsMember(
        'The ends of the permissions; the others are permanent. Without `ends`, strings that stay keep their ends. Strings whose end has passed are ignored.',
      ),
    ),
  },
  OF_OTHERS,
);

const DECISION = bodyObject(
  {
    ...EVERY_CHANGE,
    permissions: v.pipe(
      permissionList('remove', { maxItems: 1 }),
      v.check(({ length }) => length === 1, 'must hold one permission'),
    ),
    decision: v.pipe(
      v.picklist(['keep', 'remove'], 'must be keep or remove'),
      v.description('The decision of the review.'),
    ),
    entry: v.optional(
      wholeNumber(
        0,
        NO_ENTRY,
        'The entry that gave it, as `GET /permission/grants/{start}/{end}` says; 0 for none. If another one did since, the row is `changed-since`.',
      ),
    ),
  },
  OF_OTHERS,
);

const STATE = bodyObject(AS_SEEN, OF_OTHERS);

const MODULES = v.pipe(
  listOf(
    v.pipe(v.string(NO_STRING), v.regex(/^[^.]+$/, 'must be a module without service., such as tickets')),
    {
      max: 1000,
      noList: 'must be an array of modules',
      tooMany: 'must not hold more than 1000 modules',
    },
  ),
  v.minLength(1, 'must hold at least one module'),
  v.description('Only strings of these modules are set, named without `service.`; all by default.'),
);

/** The body of an action, whose changes are of one kind. */
function payloadOf<
  const Action extends v.GenericSchema<string>,
  Change extends v.GenericSchema<unknown, UserChange>,
  const More extends v.ObjectEntries,
>(action: Action, change: Change, more: More) {
  return bodyObject(
    {
      action,
      changes: v.pipe(
        listOf(change, {
          max: CHANGES_PER_REQUEST,
          noList: 'must be an array of changes',
          tooMany: `must not hold more than ${CHANGES_PER_REQUEST} changes`,
        }),
        v.minLength(1, 'must hold at least one change'),
      ),
      ...more,
      atomic: v.optional(flag('Whether nothing is changed if any change fails; false by default.')),
      ignoreNotFound: v.optional(
        flag('Whether an unknown user does not count as a failure for `atomic`; false by default.'),
      ),
      findDoubtful: v.optional(
        flag('Whether `doubtful` says which strings look mistyped; false by default.'),
      ),
      ...HOW_MANY,
      ...inBatch('The batch of several requests; a new name by default.'),
    },
    OF_OTHERS,
  );
}

interface Changes {
  readonly changes: readonly UserChange[];
  readonly modules?: readonly string[] | undefined;
}

/** Names the first change that `problemOf` refuses, or that is about the same as one before it. */
function checkEach(
  { addIssue, dataset: { typed, value } }: Pick<v.RawCheckContext<Changes>, 'addIssue' | 'dataset'>,
  sameAs: string,
  keyOf: (change: UserChange) => string,
  problemOf: (change: UserChange, payload: Changes) => string | undefined = () => undefined,
): void {
  if (!typed) return;
  const { changes } = value;
  const places = new Map<string, number>();
  for (const [n, change] of changes.entries()) {
    const key = keyOf(change);
    const before = places.get(key);
    const message =
      problemOf(change, value) ?? (before === undefined ? undefined : `${sameAs} changes[${before}]`);
    places.set(key, n);
    if (message === undefined) continue;
    const list = {
      type: 'object',
      origin: 'value',
      input: { ...value },
      key: 'changes',
      value: changes,
    } as const;
    addIssue({ message, path: [list, itemOf(changes, n)] });
    return;
  }
}

/** A set names strings of its modules alone, and ends of these strings alone. */
function problemOfSet({ ends = {}, permissions = [] }: UserChange, { modules }: Changes): string | undefined {
  const outside = modules && permissions.find((one) => !modules.includes(moduleOf(one) ?? ''));
  if (outside !== undefined) return `must stay within modules, which ${JSON.stringify(outside)} does not`;
  const alien = Object.keys(ends).find((one) => !permissions.includes(one));
  return alien === undefined ? undefined : `must name ${JSON.stringify(alien)}, of which it has an end`;
}

export const CHANGE_PERMISSIONS_BODY: v.GenericSchema<
  unknown,
  {
    payload: Omit<ChangePermissionsBody['payload'], 'changes'> & {
      readonly changes: readonly UserChange[];
    };
  }
> = bodyObject({
  payload: bodyVariant(
    'action',
    [
      payloadOf(v.literal('remove'), REMOVAL, {}),
      payloadOf(v.literal('add'), ADDITION, {}),
      v.pipe(
        payloadOf(v.literal('set'), SET, { modules: v.optional(MODULES) }),
        v.rawCheck((context) =>
          checkEach(context, 'is about the same user as', ({ user }) => foldKey(user), problemOfSet),
        ),
      ),
      v.pipe(
        payloadOf(v.literal('review'), DECISION, {}),
        v.rawCheck((context) =>
          checkEach(context, 'is about the same permission as', ({ permissions, user }) =>
            JSON.stringify([foldKey(user), permissions]),
          ),
        ),
      ),
      payloadOf(v.picklist(['activate', 'deactivate']), STATE, {}),
    ],
    'must be add, remove, set, review, activate or deactivate',
  ),
});
