import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DepartmentNode,
  err,
  type GrantJson,
  type GrantQuery,
  ok,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import { GRANT_CSV, REVIEW_CSV } from '@ops-admin/core/operations';
import { type CliError, type InvalidInput, invalidInput } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';
import { type NotWritten, unwritable } from '../files/file-mistake.js';
import { given } from '../given.js';
import { type Io, writeTexts } from '../io.js';
import type { DatabaseOption, JsonOption } from '../options.js';
import { jsonLine, listReport, type Report } from '../present/report.js';
import { withThousands } from './with-thousands.js';

export interface ExportGrantsOptions extends DatabaseOption, JsonOption {
  readonly module?: readonly string[];
  readonly department?: string;
  readonly user?: readonly string[];
  readonly by?: 'department';
  readonly dir?: string;
}

/** Writes what users hold as it is read; as JSON a record a line. */
export function exportGrants(
  { stdout }: Io,
  users: CommandParts['users'],
  { json = false, ...options }: ExportGrantsOptions,
): ResultAsync<undefined, CliError> {
  async function* texts(): AsyncGenerator<Result<string, CliError>, void> {
    if (!json) yield ok(GRANT_CSV.header);
    for await (const block of users.grants(queryOf(options)))
      yield block.map(({ grants }) =>
        grants.map((one) => (json ? jsonLine(one) : GRANT_CSV.lineOf(one))).join(''),
      );
  }
  return writeTexts(stdout, texts());
}

export function queryOf({
  department,
  module: modules,
  user: users,
}: Pick<ExportGrantsOptions, 'department' | 'module' | 'user'>): GrantQuery {
  return given({ department, modules, users });
}

interface HeadFile {
  readonly file: string;
  readonly department: string | null;
  readonly manager: string | null;
  users: number;
  permissions: number;
  /** Whether this export made it. */
  isMade: boolean;
}

/** The department whose manager is responsible: the own one, or the next above with a manager. */
interface Head {
  readonly id: string;
  readonly name: string;
  readonly manager: string;
  code?: string;
}

/**
 * Writes a file for each department with a manager: what its people hold, and those of departments below without one. Everybody else is in `others.csv`. Each file has a column to decide in, for `permissions review`. Where one cannot be
 * written, none is left, so that the same command can be given again.
 */
export function exportByDepartment(
  { departments, users }: Pick<CommandParts, 'departments' | 'users'>,
  dir: string,
  options: ExportGrantsOptions,
): ResultAsync<Report, CliError> {
  return emptyFolder(dir).andThen(() =>
    departments.hierarchy().andThen(({ departments: top }) => {
      const headOf = new Map<string, Head>();
      for (const one of top) noteHeads(one, undefined, headOf);
      return new ResultAsync(writeFiles(users, headOf, dir, options));
    }),
  );
}

function noteHeads(
  { _id: id, children, manager, name, parentDepartment }: DepartmentNode,
  above: Head | undefined,
  headOf: Map<string, Head>,
): void {
  // Only those below a department say its code.
  if (above && parentDepartment?._id === above.id) above.code = parentDepartment.code;
  const own = manager && { id, name, manager: manager.emails[0] ?? manager._id };
  const head: Head | undefined = own ?? above;
  if (head) headOf.set(id, head);
  for (const child of children) noteHeads(child, head, headOf);
}

async function writeFiles(
  users: CommandParts['users'],
  headOf: ReadonlyMap<string, Head>,
  dir: string,
  options: ExportGrantsOptions,
): Promise<Result<Report, CliError>> {
  const files = new Map<string | undefined, HeadFile>();
  const names = new Set(['others.csv']);
  const fileOf = (head: Head | undefined, { department, departmentId }: GrantJson): HeadFile => {
    const known = files.get(head?.id);
    if (known) return known;
    // Its own people say it, too, where they come first.
    const code = (departmentId === head?.id ? department : head?.code) ?? '';
    const file = head ? freeName(code, names) : 'others.csv';
    names.add(file.toLowerCase());
    const made = {
      file,
      department: head?.name ?? null,
      manager: head?.manager ?? null,
      users: 0,
      permissions: 0,
      isMade: false,
    };
    files.set(head?.id, made);
    return made;
  };
  const undone = async (error: CliError): Promise<Result<never, CliError>> => {
    const made = [...files.values()].filter(({ isMade }) => isMade);
    await Promise.allSettled(made.map(({ file }) => rm(join(dir, file), { force: true })));
    return err(error);
  };
  let last: string | undefined;
  for await (const block of users.grants(queryOf(options))) {
    if (block.isErr()) return await undone(block.error);
    const texts = new Map<HeadFile, string>();
    for (const grant of block.value.grants) {
      const file = fileOf(headOf.get(grant.departmentId ?? ''), grant);
      const begun = texts.get(file) ?? (file.permissions === 0 ? REVIEW_CSV.header : '');
      texts.set(file, begun + REVIEW_CSV.lineOf(grant));
      file.permissions++;
      if (grant.userId !== last) file.users++;
      last = grant.userId;
    }
    for (const [file, text] of texts) {
      const path = join(dir, file.file);
      try {
        const opened = await open(path, file.isMade ? 'a' : 'wx', 0o600);
        file.isMade = true;
        await opened.appendFile(text).finally(() => opened.close());
      } catch (error) {
        return await undone(unwritable(path, error));
      }
    }
  }
  const written = [...files.values()]
    .map(({ isMade: _, ...file }) => file)
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  const report = listReport(written, {
    FILE: ({ file }) => file,
    DEPARTMENT: ({ department }) => department,
    MANAGER: ({ manager }) => manager,
    USERS: ({ users }) => withThousands(users),
    PERMISSIONS: ({ permissions }) => withThousands(permissions),
  });
  return ok({ ...report, isPaged: false });
}

/** The name after the code of a department, or a number where the code is none for a file, or is taken. */
function freeName(code: string, taken: ReadonlySet<string>): string {
  const isName = /^[A-Za-z0-9_-]{1,64}$/.test(code);
  let name = isName ? code : '1';
  for (let number = 1; taken.has(`${name}.csv`.toLowerCase()); number++) name = String(number);
  return `${name}.csv`;
}

/** Makes the folder where it is missing; what was filled in there must not be lost. */
function emptyFolder(dir: string): ResultAsync<undefined, InvalidInput | NotWritten> {
  const made = mkdir(dir, { recursive: true, mode: 0o700 }).then(() => readdir(dir));
  const refused = (what: string) => invalidInput(`${dir} is ${what}; name a new folder`);
  return ResultAsync.fromPromise(made, (error) =>
    error instanceof Error && 'code' in error && error.code === 'EEXIST'
      ? refused('a file')
      : unwritable(dir, error),
  ).andThen((files) => (files.length === 0 ? ok(undefined) : err(refused('not empty'))));
}
