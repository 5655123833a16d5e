import {
  err,
  errAsync,
  ok,
  okAsync,
  type PermissionRow,
  type Result,
  ResultAsync,
  type UserChanged,
} from '@ops-admin/core';
import { foldKey } from '@ops-admin/core/operations';
import { type CliError, describeError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { CommandParts, UserChangeOperations } from '../command-parts.js';
import { aboutReadOver, type FileMistake, fileMistakes } from '../files/file-mistake.js';
import { mistakeAt, readFile } from '../files/judge-file.js';
import { given } from '../given.js';
import { type Interruption, interruptible } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { userChangedRow } from '../present/user-changed.js';
import type { ChangeOptions, MadeOptions } from './change-options.js';
import { batchOfRun, requestChange } from './open-run.js';
import { runRows, type StepDone } from './run-rows.js';
import { updateUser } from './update-user.js';
import { type UserInFile, userForm } from './user-form.js';

export type PeopleOptions = MadeOptions & Pick<ChangeOptions, 'batch' | 'file' | 'only'>;

/** A user of a file, to create or to update. */
interface Person extends UserInFile {
  /** The id, else the e-mail, as the file has it. */
  readonly user: string;
  readonly line: number;
}

/** Creates the users of a file (joiners), or updates them (movers), one after the other, and prints a row for each. */
export async function changePeople(
  { io, run }: CommandContext,
  use: 'create' | 'update',
  file: string,
  { file: _, ...options }: PeopleOptions,
): Promise<void> {
  const needs = ['audit', 'userChanges', 'users'] as const;
  await interruptible(io, (interruption) =>
    run(options, requestChange(options, needs), (session) =>
      readPeople(io, use, file, session.parts.users, interruption).andThen((people) =>
        batchOfRun(io, session, options).andThen(({ batch, continueBatch }) => {
          const origin = operatorAs('cli', { ...options, batch });
          const change = ([person]: readonly Person[], dryRun: boolean): ResultAsync<StepDone, CliError> => {
            if (!person) return okAsync({ rows: [], leavesNoAdmin: false });
            const { line, permissions: added, user } = person;
            return CHANGES[use](session.parts, person, { origin, dryRun, continueBatch })
              .map((one) => ({ ...userChangedRow(one, { user, added, dryRun }), line }))
              .orElse((error) => refusedOrEnded(person, error, dryRun))
              .map((row) => ({ rows: [row], leavesNoAdmin: false }));
          };
          const steps = people.map((one) => [one]);
          return runRows({
            ...{ batch, change, interruption, io, options, steps, total: people.length },
            changed: 'added',
            isUndoable: use === 'create',
          });
        }),
      ),
    ),
  );
}

/** Reads the whole file. Mistakes include a user or an e-mail that it has twice, and a department that does not exist. */
function readPeople(
  io: Io,
  use: 'create' | 'update',
  file: string,
  users: CommandParts['users'],
  interruption: Interruption,
): ResultAsync<readonly Person[], CliError> {
  const form = userForm(use, (user, line) => personOf(use, user, line));
  const seen = new Map<string, number>();
  const ofDepartments = new Map<string, FileMistake[]>();
  return readFile(io, file, form, interruption, ({ record, value }) => {
    const department = value.department ?? value.departmentId ?? undefined;
    if (department !== undefined) {
      const places = ofDepartments.get(department) ?? [];
      ofDepartments.set(department, places);
      places.push(mistakeAt(record, form, ['department'], ''));
    }
    const claimed = [
      ...(value.id === undefined ? [] : [{ text: value.id, path: ['_id'] }]),
      // In an update, an e-mail without an id only names the user.
      ...(value.emails ?? (value.id === undefined ? [value.user] : [])).map((email, n) => ({
        text: email,
        path: ['emails', n],
      })),
    ];
    const mistakes = claimed.flatMap(({ path, text }) => {
      const first = seen.get(foldKey(text));
      return first === undefined
        ? []
        : [mistakeAt(record, form, path, `${text} is on line ${first} already`)];
    });
    for (const { text } of claimed) if (!seen.has(foldKey(text))) seen.set(foldKey(text), record.line);
    return mistakes;
  }).andThen(({ ignored, values }) =>
    new ResultAsync(unknownDepartments(users, ofDepartments)).andThen((mistakes) => {
      const refused = fileMistakes(mistakes);
      if (refused) return errAsync(refused);
      for (const line of aboutReadOver(ignored)) io.stderr.warn(line);
      return okAsync(values);
    }),
  );
}

function personOf(
  use: 'create' | 'update',
  { emails, personalInformation, ...others }: UserInFile,
  line: number,
): Result<Person, string> {
  const user = others.id ?? emails?.[0];
  const hasName = Object.values(personalInformation ?? {}).some((part) => part.trim() !== '');
  if (use === 'create' && !emails?.[0]) return err('emails must hold at least one e-mail');
  if (use === 'create' && !hasName) return err('a user needs a name: a first name, a last name or a name');
  if (user === undefined) return err('neither an id nor an e-mail names the user');
  // By its e-mail a user is found; an e-mail is only changed next to an id.
  const own = use === 'create' || others.id !== undefined ? emails : undefined;
  return ok({ ...others, ...given({ emails: own, personalInformation }), line, user });
}

async function unknownDepartments(
  users: CommandParts['users'],
  named: ReadonlyMap<string, readonly FileMistake[]>,
): Promise<Result<readonly FileMistake[], CliError>> {
  const mistakes: FileMistake[] = [];
  for (const [department, places] of named) {
    const found = await users.list({ department, end: 1 });
    if (found.isOk()) continue;
    const isUnknown =
      found.error.type === 'department-not-found' ||
      (found.error.type === 'service-failed' && found.error.code === 'VALIDATION_ERROR');
    if (!isUnknown) return err(found.error);
    const message = `no department has the id or the code ${JSON.stringify(department)}; list them with "ops-admin departments list"`;
    mistakes.push(...places.map((place) => ({ ...place, message })));
  }
  return ok(mistakes);
}

type How = Pick<Parameters<UserChangeOperations['create']>[0], 'continueBatch' | 'dryRun' | 'origin'>;

type ChangePerson = (
  parts: Pick<CommandParts, 'userChanges' | 'users'>,
  person: Person,
  how: How,
) => ResultAsync<UserChanged, CliError>;

const CHANGES: Readonly<Record<'create' | 'update', ChangePerson>> = {
  create: ({ userChanges }, { departmentId, department, line: _, user: __, ...person }, how) =>
    userChanges.create({
      ...person,
      ...how,
      emails: person.emails ?? [],
      personalInformation: person.personalInformation ?? {},
      department: department ?? departmentId ?? undefined,
    }),
  update: (
    { userChanges, users },
    { departmentId, department, emails, personalInformation: names, user },
    how,
  ) => updateUser(userChanges, users, user, { department: department ?? departmentId, emails, names }, how),
};

/** The row of a user who was refused, or the error that ends the run. */
function refusedOrEnded(
  { line, user }: Person,
  error: CliError,
  dryRun: boolean,
): ResultAsync<PermissionRow, CliError> {
  const result = resultOf(error);
  if (!result) return errAsync(error);
  const [, text = ''] = describeError(error);
  const message = error.type === 'service-failed' ? (error.answer ?? text) : text;
  return okAsync({ user, result, message, line, ...(dryRun && { dryRun }) });
}

/** Returns the result of a refused row; `undefined` if the error is not about the row. */
function resultOf(error: CliError): PermissionRow['result'] | undefined {
  switch (error.type) {
    case 'user-not-found':
      return error.type;
    case 'outdated':
      return 'changed-since';
    case 'email-taken':
    case 'identity-taken':
    case 'user-exists':
      return 'conflict';
    case 'department-not-found':
    case 'end-passed':
    case 'invalid-identity':
    case 'invalid-permission':
    case 'invalid-person':
    case 'too-many-permissions':
    case 'unlisted-permission':
      return 'invalid';
    case 'service-failed':
      return error.mayBeDone ? undefined : OF_ANSWERS.get(error.code);
    default:
      return undefined;
  }
}

const OF_ANSWERS: ReadonlyMap<string, PermissionRow['result']> = new Map([
  ['CONFLICT', 'conflict'],
  ['PRECONDITION_FAILED', 'changed-since'],
  ['USER_NOT_FOUND', 'user-not-found'],
  ['VALIDATION_ERROR', 'invalid'],
]);
