import { err, ok, PERMISSION_MAX_LENGTH, type PersonalInformation } from '@ops-admin/core';
import { canBeHeld, readCsvCell, type UserRecord } from '@ops-admin/core/operations';
import { namedFreely } from '@ops-admin/service';
import * as v from 'valibot';
import { type Cells, type FileForm, fileForm } from '../files/file-record.js';
import { EMAIL_HEADERS, unknownCalled } from '../files/header.js';
import { given } from '../given.js';
import { OBJECT_ID, TIMESTAMP } from './extended-json.js';
import { isSeveralPermissions } from './several-permissions.js';
import { LINE } from './text.js';

const name = v.optional(v.nullable(LINE));
/** Valibot takes a list for an object of which nothing is required. */
const NO_LIST = v.check((value: unknown) => !Array.isArray(value), 'must be an object');
const listOf = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item, 'must be an array'));

const PERMISSION = v.pipe(
  v.string('must be a string'),
  v.nonEmpty('must not be empty'),
  // Code points, as over HTTP; valibot's own length is in code units.
  v.check(
    (text) => text.length <= PERMISSION_MAX_LENGTH || [...text].length <= PERMISSION_MAX_LENGTH,
    `must not be longer than ${PERMISSION_MAX_LENGTH} characters`,
  ),
  v.check(canBeHeld, 'must not contain control characters or half characters'),
);

const IDENTITY = v.object(
  {
    issuer: v.pipe(LINE, v.nonEmpty('must not be empty')),
    subject: v.pipe(LINE, v.nonEmpty('must not be empty')),
  },
  'must be an object',
);

const USER = v.object(
  {
    _id: OBJECT_ID,
    emails: listOf(v.pipe(LINE, v.includes('@', 'must be an e-mail address'))),
    personalInformation: v.optional(
      v.pipe(v.unknown(), NO_LIST, v.object({ firstName: name, lastName: name, name }, 'must be an object')),
    ),
    permissions: listOf(PERMISSION),
    identities: listOf(IDENTITY),
    departmentId: v.optional(v.nullable(OBJECT_ID)),
    department: v.optional(LINE),
    active: v.optional(v.boolean('must be true or false')),
    ends: v.optional(v.pipe(v.unknown(), NO_LIST, namedFreely(TIMESTAMP, 'must be an object'))),
  },
  'must be an object',
);

/** Returns the names that a record has: `null` is an empty one. */
function named(
  written: { readonly [Part in keyof PersonalInformation]?: string | null | undefined },
): Partial<PersonalInformation> {
  const parts = Object.entries(given(written));
  return Object.fromEntries(parts.map(([part, text]) => [part, text ?? '']));
}

/** What a user is told apart from other records by. */
const TELLING = ['emails', 'personalInformation', 'permissions'] as const;

const NO_USER = 'not a user record: it needs emails, personalInformation or permissions';

function isTelling(value: object): boolean {
  return TELLING.some((member) => member in value);
}

/** An empty cell says nothing, so that it takes nothing away. */
function filled(cells: Cells, column: string): string | undefined {
  const cell = cells[column]?.trim();
  return cell ? readCsvCell(cell) : undefined;
}

function several(text: string | undefined): string[] | undefined {
  return text
    ?.split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

const COLUMNS: Readonly<Record<string, string>> = { _id: 'id', emails: 'email', departmentId: 'department' };
const ACTIVE: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** How `import users` reads a file. What a record leaves out is left alone, which is not the same as empty. */
export const USER_FORM: FileForm<UserRecord> = fileForm({
  columns: {
    id: { names: [['id'], ['user id', 'user']] },
    email: { names: [['emails', ...EMAIL_HEADERS]] },
    firstName: { names: [['first name', 'given name']] },
    lastName: { names: [['last name', 'family name', 'surname']] },
    name: { names: [['name', 'full name', 'display name']] },
    department: { names: [['department', 'department id', 'department code']] },
    active: { names: [['active']] },
    permissions: { names: [['permissions', 'permission']] },
  },
  checkHeader: ({ found, unknown }) => {
    const ofDepartment = unknownCalled({ unknown }, ['code', 'description', 'parent', 'manager']);
    if (
      ofDepartment !== undefined &&
      !['email', 'firstName', 'lastName', 'permissions'].some((one) => found.has(one))
    )
      return `this looks like a file of departments, because it has the column ${ofDepartment}, and neither e-mails nor permissions; use "import departments"`;
    if (!found.has('id')) return 'no column of the header is the id of the user; call it id';
    const isUser = ['email', 'firstName', 'lastName', 'name', 'permissions'].some((one) => found.has(one));
    return isUser ? undefined : 'the header names none of email, name and permissions';
  },
  takes: 'arrays',
  isStreamed: true,
  valueOf: (cells) => {
    const names = ['firstName', 'lastName', 'name'].flatMap((part) => {
      const text = filled(cells, part);
      return text === undefined ? [] : [[part, text]];
    });
    const active = filled(cells, 'active');
    return given({
      _id: cells.id?.trim() ?? '',
      emails: several(filled(cells, 'email')),
      personalInformation: names.length === 0 ? undefined : Object.fromEntries(names),
      permissions: several(filled(cells, 'permissions')),
      department: filled(cells, 'department'),
      active: active === undefined ? undefined : (ACTIVE.get(active.toLowerCase()) ?? active),
    });
  },
  columnOf: ([member, part]) => {
    if (member === 'personalInformation') return typeof part === 'string' ? part : 'name';
    return COLUMNS[String(member)] ?? String(member ?? 'id');
  },
  members: new Map([
    ['', Object.keys(USER.entries)],
    ['personalInformation', ['firstName', 'lastName', 'name']],
  ]),
  otherKind: (value) => {
    const own = ['parentId', 'managerId', 'code', 'description'].find((member) => member in value);
    if (own === undefined || isTelling(value)) return undefined;
    return `this looks like a department, because it has ${own}; use "import departments"`;
  },
  check: (value, { isCsv }) => {
    const { permissions } = value as { readonly permissions?: readonly string[] };
    const message = 'several permissions in one place; separate them by a semicolon';
    return isCsv && permissions?.some(isSeveralPermissions) ? [{ path: ['permissions'], message }] : [];
  },
  schema: USER,
  what: 'the record',
  finish: ({ _id: id, personalInformation, ...others }) => {
    const { ends, permissions } = others;
    if (!isTelling({ ...others, ...(personalInformation && { personalInformation }) })) return err(NO_USER);
    const other = Object.keys(ends ?? {}).find((one) => !permissions?.includes(one));
    if (other !== undefined) return err(`ends names ${other}, which is not among permissions`);
    const names = personalInformation && named(personalInformation);
    return ok({ id, ...given({ ...others, personalInformation: names }) });
  },
});
