import { okAsync, type ResultAsync } from '@ops-admin/core';
import { describeRefusal } from '@ops-admin/core/operations';
import { Option } from 'commander';
import { type MadeOptions, madeOptions } from '../bulk/change-options.js';
import { requestChange } from '../bulk/open-run.js';
import type { CliCommand } from '../cli-command.js';
import { type CliError, invalidInput } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import { given } from '../given.js';
import { departmentGiven, namedDepartment } from '../named-department.js';
import { operatorAs } from '../operator.js';
import { parseText, placeOptions } from '../options.js';
import { departmentChangedReport } from '../present/department-changed.js';
import { sayEntry } from '../present/printed-command.js';

interface DepartmentOptions extends MadeOptions {
  readonly name?: string;
  readonly description?: string;
  readonly code?: string;
  readonly parent?: string;
  readonly manager?: string;
}

/** The word for no parent, no manager and no code. */
const NONE = 'none';

export function registerDepartmentChanges(departments: CliCommand, { fail, io, run }: CommandContext): void {
  departments
    .command('create')
    .description('create a department')
    .argument('<name>', 'its name', parseText)
    .addOptions(...partOptions(), ...madeOptions(), ...placeOptions())
    .action((name: string, options: DepartmentOptions) =>
      run(options, requestChange(options, NEEDS), ({ parts }) =>
        placeIn(parts.departments, options).andThen((place) =>
          parts.departmentChanges
            .create({ ...howOf(options), ...textsIn(options), ...place, name })
            .mapErr(refusal)
            .andTee(({ entry }) => sayEntry(io, entry, { isUndoable: true }))
            .map((changed) => departmentChangedReport(changed, name, options.dryRun)),
        ),
      ),
    );

  departments
    .command('update')
    .description('rename a department, move it, or give it another code or manager')
    .argument('<department>', DEPARTMENT, parseText)
    .addOption(new Option('--name <name>', 'another name').argParser(parseText))
    .addOptions(...partOptions(), ...madeOptions(), ...placeOptions())
    .action((text: string, options: DepartmentOptions) => {
      const { code, description, manager, name, parent } = options;
      if ([code, description, manager, name, parent].every((one) => one === undefined))
        return fail(NOTHING_TO_UPDATE);
      return run(options, requestChange(options, NEEDS), ({ parts }) =>
        namedDepartment(parts.departments, text).andThen(({ _id: department }) =>
          placeIn(parts.departments, options).andThen((place) =>
            parts.departmentChanges
              .update({ ...howOf(options), ...textsIn(options), ...place, department })
              .mapErr(refusal)
              .andTee(({ entry }) => sayEntry(io, entry, { isUndoable: true }))
              .map((changed) => departmentChangedReport(changed, text, options.dryRun)),
          ),
        ),
      );
    });

  departments
    .command('delete')
    .description('delete a department without users and without departments below it; it cannot be undone')
    .argument('<department>', DEPARTMENT, parseText)
    .addOptions(...madeOptions(), ...placeOptions())
    .action((text: string, options: MadeOptions) =>
      run(options, requestChange(options, NEEDS), ({ parts }) =>
        namedDepartment(parts.departments, text).andThen(({ _id: department }) =>
          parts.departmentChanges
            .delete({ ...howOf(options), department })
            .andTee(({ entry }) => sayEntry(io, entry, { isUndoable: false }))
            .map((changed) => departmentChangedReport(changed, text, options.dryRun)),
        ),
      ),
    );
}

const DEPARTMENT = 'an id, a code, or a name that one department has';

const NOTHING_TO_UPDATE = invalidInput(
  'name what to change: --name, --description, --code, --parent or --manager',
);

function partOptions(): Option[] {
  return [
    new Option('--description <text>', 'its purpose'),
    new Option('--code <code>', 'its code, which no other department has, or none'),
    new Option(
      '--parent <department>',
      'the department above it: an id, a code or a name, or none',
    ).argParser(parseText),
    new Option('--manager <user>', 'its manager: an id or an e-mail, or none').argParser(parseText),
  ];
}

const NEEDS = ['departmentChanges', 'departments'] as const;

function howOf(options: MadeOptions) {
  return { origin: operatorAs('cli', options), dryRun: options.dryRun };
}

function textsIn({ code, description, name }: DepartmentOptions) {
  return given({ code: code === NONE ? '' : code, description, name });
}

/** The id of the parent that is named, and the manager, whom the operation finds; `null` for none. */
function placeIn(
  departments: CommandParts['departments'],
  { manager, parent }: DepartmentOptions,
): ResultAsync<{ readonly parent?: string | null; readonly manager?: string | null }, CliError> {
  const above: ResultAsync<string | null | undefined, CliError> =
    parent === NONE ? okAsync(null) : departmentGiven(departments, parent, '--parent');
  return above.map((id) => given({ parent: id, manager: manager === NONE ? null : manager }));
}

/** The error of a change; the user who is not found is the manager. */
function refusal(error: CliError): CliError {
  return error.type === 'user-not-found' ? invalidInput(`--manager: ${describeRefusal(error)}`) : error;
}
