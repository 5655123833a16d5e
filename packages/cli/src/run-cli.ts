import { Command, CommanderError } from 'commander';
import { ok } from 'neverthrow';
import { type CliError, describeError } from './cli-error.js';
import type { CommandContext } from './command-context.js';
import { registerAirports } from './commands/airports.js';
import { registerAudit } from './commands/audit.js';
import { registerCache } from './commands/cache.js';
import { registerCompletion } from './commands/completion.js';
import { registerDepartments } from './commands/departments.js';
import { registerGeocode } from './commands/geocode.js';
import { registerImport } from './commands/import.js';
import { registerPermissions } from './commands/permissions.js';
import { registerServe } from './commands/serve.js';
import { registerToken } from './commands/token.js';
import { registerUsers } from './commands/users.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { warningOfForeignEntry } from './foreign-entry.js';
import { addExamples } from './help/add-examples.js';
import type { Io } from './io.js';
import { printReport } from './present/report.js';
import { VERSION } from './version.js';

/** Runs the command that the arguments name, and tells how it went. */
export async function runCli(args: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const run: CommandContext['run'] = async (...command) => {
    exitCode = await runWith(io, ...command);
  };
  const fail: CommandContext['fail'] = (error) => {
    exitCode = tell(io, error);
  };
  try {
    await buildProgram({ fail, io, run }).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has told the user already; help and version end in an error too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.invalid;
    io.stderr.write(`ops-admin: unexpected failure: ${error instanceof Error ? error.stack : error}\n`);
    return EXIT.failed;
  }
}

function buildProgram(context: CommandContext): Command {
  const { stdout, stderr } = context.io;
  const program = new Command('ops-admin')
    .description('Departments, permissions with an audit trail, and locations.')
    .version(VERSION)
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(add --help for more)')
    .exitOverride();
  registerServe(program, context);
  registerImport(program, context);
  registerToken(program, context);
  registerUsers(program, context);
  registerDepartments(program, context);
  registerPermissions(program, context);
  registerAudit(program, context);
  registerGeocode(program, context);
  registerAirports(program, context);
  registerCache(program, context);
  registerCompletion(program, context);
  addExamples(program);
  return program;
}

async function runWith(
  io: Io,
  ...[{ json = false }, parts, work]: Parameters<CommandContext['run']>
): Promise<ExitCode> {
  // Only now: --help and mistakes in the command line need none of the adapters.
  const [{ ADAPTERS: adapters, compose }, { readConfig }] = await Promise.all([
    import('./compose.js'),
    import('./config/read-config.js'),
  ]);
  const opened = await readConfig(io.env).asyncAndThen((config) =>
    (typeof parts === 'function' ? parts(config) : ok(parts)).asyncAndThen((wanted) =>
      compose(config, wanted).map((container) => ({ adapters, config, container, wanted })),
    ),
  );
  if (opened.isErr()) return tell(io, opened.error);
  const { database, http, keys } = opened.value.wanted;
  try {
    // The service has a log for it, and a check of the trail tells more.
    const changes = database && keys && keys.create !== false && !http;
    const warning = changes ? await warningOfForeignEntry(opened.value) : undefined;
    if (warning) io.stderr.write(`ops-admin: warning: ${warning}\n`);
    const done = await work(opened.value);
    if (done.isErr()) return tell(io, done.error);
    if (done.value) printReport(io, done.value, json);
    return EXIT.done;
  } finally {
    await opened.value.container.unbindAllAsync();
  }
}

function tell(io: Io, error: CliError): ExitCode {
  const [exitCode, message] = describeError(error);
  for (const line of message.split('\n')) io.stderr.write(`ops-admin: ${line}\n`);
  return exitCode;
}
