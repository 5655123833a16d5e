import {
  err,
  type ObjectId,
  ok,
  PERMISSION_MAX_LENGTH,
  type PersonalInformation,
  type Result,
} from '@ops-admin/core';
import { canBeHeld, parseEmail, parseStep, readCsvCell, type UserRecord } from '@ops-admin/core/operations';
import { namedFreely } from '@ops-admin/service';
import * as v from 'valibot';
import { type Cells, type FileForm, fileForm } from '../files/file-record.js';
import { type Columns, EMAIL_HEADERS, unknownCalled } from '../files/header.js';
import { given } from '../given.js';
import { isSeveralPermissions, LINE, OBJECT_ID, TIMESTAMP } from './record-values.js';

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
  v.check(canBeHeld, 'must not contain control characters or lone surrogates'),
);

const EMAIL = v.pipe(
  v.string('must be a string'),
  v.rawTransform(parseStep(parseEmail, (problem) => problem)),
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
    _id: v.optional(OBJECT_ID),
    emails: listOf(EMAIL),
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

/** Members that only users have. */
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

/** A user as a file has them. A missing member changes nothing; an empty one does. */
export interface UserInFile extends Omit<UserRecord, 'id' | 'isFoundByEmail'> {
  readonly id?: ObjectId;
}

/** The purpose of a file of users: an import, new users, or changes of existing users. */
export type UserFileUse = 'import' | 'create' | 'update';

const ID = { id: { names: [['id'], ['user id', 'user']] } };
const PERSON = {
  email: { names: [['emails', ...EMAIL_HEADERS]] },
  firstName: { names: [['first name', 'given name']] },
  lastName: { names: [['last name', 'family name', 'surname']] },
  name: { names: [['name', 'full name', 'display name']] },
  department: { names: [['department', 'department id', 'department code']] },
};
const ACTIVE_COLUMN = { active: { names: [['active']] } };
const PERMISSIONS_COLUMN = { permissions: { names: [['permissions', 'permission']] } };
const COLUMNS_FOR: Readonly<Record<UserFileUse, Columns>> = {
  import: { ...ID, ...PERSON, ...ACTIVE_COLUMN, ...PERMISSIONS_COLUMN },
  create: { ...ID, ...PERSON, ...PERMISSIONS_COLUMN },
  update: { ...ID, ...PERSON },
};

const PERSON_MEMBERS = ['_id', 'emails', 'personalInformation', 'departmentId', 'department'];
const MEMBERS_FOR: Readonly<Record<UserFileUse, readonly string[]>> = {
  import: Object.keys(USER.entries),
  create: [...PERSON_MEMBERS, 'permissions', 'ends', 'identities'],
  update: PERSON_MEMBERS,
};

export function userForm<T>(
  use: UserFileUse,
  finish: (user: UserInFile, line: number) => Result<T, string>,
): FileForm<T> {
  return fileForm({
    columns: COLUMNS_FOR[use],
    checkHeader: ({ found, unknown }) => {
      const has = (...columns: string[]) => columns.some((one) => found.has(one));
      const ofDepartment = unknownCalled({ unknown }, ['code', 'description', 'parent', 'manager']);
      if (ofDepartment !== undefined && !has('email', 'firstName', 'lastName', 'permissions'))
        return `this looks like a file of departments, because it has the column ${ofDepartment}, and neither e-mails nor permissions; use "import departments"`;
      if (use === 'create' && !has('email'))
        return 'no column of the header is the e-mail of the user; call it email';
      if (!has('id', 'email'))
        return 'no column of the header is the id or the e-mail of the user; call it id or email';
      if (use === 'import' && !has('email', 'firstName', 'lastName', 'name', 'permissions'))
        return 'the header names none of email, name and permissions';
      const isChange = has('firstName', 'lastName', 'name', 'department') || (has('id') && has('email'));
      return use !== 'update' || isChange
        ? undefined
        : 'the header names nothing to change: no name, no department, and no e-mail next to an id';
    },
    takes: 'arrays',
    isStreamed: use === 'import',
    valueOf: (cells) => {
      const names = ['firstName', 'lastName', 'name'].flatMap((part) => {
        const text = filled(cells, part);
        return text === undefined ? [] : [[part, text]];
      });
      const active = filled(cells, 'active');
      return given({
        _id: filled(cells, 'id'),
        emails: several(filled(cells, 'email')),
        personalInformation: names.length === 0 ? undefined : Object.fromEntries(names),
        permissions: several(filled(cells, 'permissions')),
        department: filled(cells, 'department'),
        active: active === undefined ? undefined : (ACTIVE.get(active.toLowerCase()) ?? active),
      });
    },
    columnOf: ([member, part]) => {
      if (member === 'personalInformation') return typeof part === 'string' ? part : 'name';
      return COLUMNS[String(member)] ?? String(member ?? ('id' in COLUMNS_FOR[use] ? 'id' : 'email'));
    },
    members: new Map([
      ['', MEMBERS_FOR[use]],
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
    finish: ({ _id: id, personalInformation, ...others }, { line }) => {
      const { ends, permissions } = others;
      const other = Object.keys(ends ?? {}).find((one) => !permissions?.includes(one));
      if (other !== undefined) return err(`ends names ${other}, which is not among permissions`);
      const names = personalInformation && named(personalInformation);
      return finish(given({ ...others, id, personalInformation: names }), line);
    },
  });
}

export const IMPORTED_USER_FORM: FileForm<UserInFile> = userForm('import', (user) => {
  if (!isTelling(user)) return err(NO_USER);
  if (user.id === undefined && !user.emails?.length)
    return err('the record names no user: it needs an _id or an e-mail');
  return ok(user);
});
