import {
  BATCH_NAME_MAX_LENGTH,
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  PERMISSIONS_PER_USER,
  type Permission,
  parseBatchName,
  parsePermissionList,
  parseReason,
  parseTimestamp,
  REASON_MAX_LENGTH,
  type Timestamp,
} from '@ops-admin/core';
import { REASON_PROBLEMS } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { namedFreely } from './named-freely.js';
import { parsedBy } from './parsed-by.js';
import { NO_BATCH_NAME } from './query-values.js';

export const NO_STRING = 'must be a string';

/** For the description; core decides. */
export const PERMISSION_PATTERN = '^service\\.[\\w-]+(?:\\.(?:[\\w-]+|\\*))?$';

/** The permissions of one change: any for a removal and for a set, only valid ones for an addition. */
export function permissionList(action: 'add'): v.GenericSchema<unknown, Permission[]>;
export function permissionList(
  action: 'remove' | 'set',
  described?: { readonly maxItems: number },
): v.GenericSchema<unknown, string[]>;
export function permissionList(
  action: 'add' | 'remove' | 'set',
  described?: { readonly maxItems: number },
): v.GenericSchema<unknown, string[]> {
  return v.pipe(
    v.unknown(),
    // For the description; core decides.
    v.metadata({
      type: 'array',
      items: {
        type: 'string',
        minLength: 1,
        maxLength: PERMISSION_MAX_LENGTH,
        ...(action === 'add' && { pattern: PERMISSION_PATTERN }),
      },
      minItems: action === 'set' ? 0 : 1,
      maxItems: action === 'set' ? PERMISSIONS_PER_USER : PERMISSIONS_PER_CHANGE,
      ...described,
    }),
    v.rawTransform<unknown, string[]>(({ addIssue, dataset, NEVER }) =>
      parsePermissionList(action, dataset.value).match(
        (permissions): string[] => permissions,
        ({ path: [index], problem }) => {
          addIssue({
            message: problem,
            ...(index !== undefined && { path: [itemOf(dataset.value, index)] }),
          });
          return NEVER;
        },
      ),
    ),
  );
}

export function itemOf(list: unknown, index: number | string): v.ArrayPathItem {
  const key = Number(index);
  const input = list as unknown[];
  return { type: 'array', origin: 'value', input, key, value: input[key] };
}

export const REASON: v.GenericSchema<string, string> = v.pipe(
  v.string(NO_STRING),
  v.description('The reason, for the audit log.'),
  // For the description; core decides.
  v.metadata({
    maxLength: REASON_MAX_LENGTH,
    pattern: '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ud800-\\udfff]*$',
  }),
  parsedBy(parseReason, ({ problem }) => REASON_PROBLEMS[problem]),
);

const NO_TIME = 'must be an ISO 8601 timestamp with its zone';

/** The end of an added permission; the store judges whether it is in the future. */
export const UNTIL: v.GenericSchema<string, Timestamp> = v.pipe(
  v.string(NO_STRING),
  v.description('The end of the permissions, in the future; permanent by default.'),
  v.metadata({ format: 'date-time' }),
  parsedBy(parseTimestamp, NO_TIME),
);

const END = v.pipe(
  v.string(NO_STRING),
  v.metadata({ format: 'date-time' }),
  parsedBy(parseTimestamp, NO_TIME),
);
const ENDS = namedFreely(END, 'must be an object');

export function endsMember(
  description: string,
): v.GenericSchema<Readonly<Record<string, string>>, Readonly<Record<string, Timestamp>>> {
  return v.pipe(ENDS, v.description(description));
}

/** A list of at most so many items. Of a longer one only so many are looked at: all of them would take long. */
export function listOf<Item extends v.GenericSchema>(
  item: Item,
  { max, noList, tooMany }: { readonly max: number; readonly noList: string; readonly tooMany: string },
): v.SchemaWithPipe<
  readonly [v.ArraySchema<Item, string>, v.MaxLengthAction<v.InferOutput<Item>[], number, string>]
> {
  const list = v.array(item, noList);
  const beginning: typeof list = {
    ...list,
    '~run': ({ value, ...dataset }, config) =>
      list['~run']({ ...dataset, value: Array.isArray(value) ? value.slice(0, max + 1) : value }, config),
  };
  return v.pipe(beginning, v.maxLength(max, tooMany));
}

export function batchName(description: string): v.GenericSchema<string, string> {
  return v.pipe(
    v.string(NO_STRING),
    v.description(description),
    v.metadata({ pattern: `^[!-~]{1,${BATCH_NAME_MAX_LENGTH}}$` }),
    parsedBy(parseBatchName, NO_BATCH_NAME),
  );
}

export function flag(description: string): v.GenericSchema<boolean, boolean> {
  return v.pipe(v.boolean('must be true or false'), v.description(description));
}

/** It refuses a list, too: valibot takes an empty one for an object of which nothing is required. */
function withoutLists<Schema extends v.GenericSchema>(schema: Schema): Schema {
  return {
    ...schema,
    '~run': (dataset, config) =>
      schema['~run'](Array.isArray(dataset.value) ? { ...dataset, value: '' } : dataset, config),
  };
}

/**
 * An object with only these members: a mistyped name must not be ignored. `elsewhere` says what to answer to
 * members that similar objects have.
 */
export function bodyObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
  elsewhere: Readonly<Record<string, string>> = {},
): v.StrictObjectSchema<Entries, (issue: v.StrictObjectIssue) => string> {
  // Valibot takes every name that it finds in `entries` for known, also an inherited `constructor`.
  const own: Entries = Object.assign(Object.create(null), entries);
  const others = new Map(Object.entries(elsewhere));
  return withoutLists(
    v.strictObject(own, ({ expected, input }) =>
      expected === 'never'
        ? (others.get(String(input)) ?? 'is not a member of this body')
        : 'must be an object',
    ),
  );
}

/** One of several objects, chosen by a member that each of them has. */
export function bodyVariant<const Key extends string, const Options extends v.VariantOptions<Key>>(
  key: Key,
  options: Options,
  message: string,
): v.VariantSchema<Key, Options, (issue: v.VariantIssue) => string> {
  return withoutLists(v.variant(key, options, ({ path }) => (path ? message : 'must be an object')));
}

export function wholeNumber(
  least: number,
  message: string,
  description: string,
): v.GenericSchema<number, number> {
  return v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.minValue(least, message),
    v.description(description),
  );
}

export const NO_ENTRY = 'must be the number of an entry';

export function asOfMember(refusal: string): v.OptionalSchema<v.GenericSchema<number, number>, undefined> {
  const description = `An entry: if the user has a newer one, the user is not changed, ${refusal}`;
  return v.optional(wholeNumber(0, NO_ENTRY, description));
}

/** For the description: a member that an object must not have. */
export const NEVER = { not: {} } as const;

type OptionalFlag = v.OptionalSchema<v.GenericSchema<boolean>, undefined>;

/** What every change can have. */
export const HOW: {
  readonly reason: v.OptionalSchema<v.GenericSchema<string>, undefined>;
  readonly dryRun: OptionalFlag;
} = {
  reason: v.optional(REASON),
  dryRun: v.optional(
    flag('Whether nothing is written, and the answer says what would be; false by default.'),
  ),
};

/** What changes of many users can have. */
export const HOW_MANY: typeof HOW & { readonly keepAdmin: OptionalFlag } = {
  ...HOW,
  keepAdmin: v.optional(flag('Whether removing the last admin is refused; true by default.')),
};

/** The batch that a change is made in. */
export function inBatch(description: string): {
  readonly batch: v.OptionalSchema<v.GenericSchema<string>, undefined>;
  readonly continueBatch: OptionalFlag;
} {
  return {
    batch: v.optional(batchName(description)),
    continueBatch: v.optional(
      flag(
        'Whether to continue a `batch` by another actor, or one without changes for a day; false by default.',
      ),
    ),
  };
}
