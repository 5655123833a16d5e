import { ok } from '@ops-admin/core';
import { shownLine } from '@ops-admin/service/config';
import { type Command, CommanderError } from 'commander';
import { CliCommand } from './cli-command.js';
import { type CliError, describeError } from './cli-error.js';
import type { CommandContext, Request, Session } from './command-context.js';
import type { CommandParts } from './command-parts.js';
import { registerAirports } from './commands/airports.js';
import { registerAudit } from './commands/audit.js';
import { registerCache } from './commands/cache.js';
import { registerCompletion } from './commands/completion.js';
import { registerConfig } from './commands/config.js';
import { registerDb } from './commands/db.js';
import { registerDepartments } from './commands/departments.js';
import { registerGeocode } from './commands/geocode.js';
import { registerHelp } from './commands/help.js';
import { registerImport } from './commands/import.js';
import { registerKeys } from './commands/keys.js';
import { registerPermissions } from './commands/permissions.js';
import { registerServe } from './commands/serve.js';
import { registerToken } from './commands/token.js';
import { registerUsers } from './commands/users.js';
import { registerWhoami } from './commands/whoami.js';
import { goneVariables } from './config/gone-variables.js';
import { optionsBelow, takeVariables } from './config/option-variables.js';
import { isSwitchedOn, readEnvironment } from './config/read-environment.js';
import { describeOption, VariableOption } from './config/variable-option.js';
import { codeOf } from './error-code.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { addGlobalOptions, addWriteOptions, type GivenOptions } from './global-options.js';
import { addExamples } from './help/examples.js';
import { type Io, ioOf, type Outside, widthOf } from './io.js';
import type { Messages } from './messages.js';
import { type OpenSession, openSession, type Surroundings } from './open-session.js';
import type { JsonOption } from './options.js';
import { jsonLine, type Report, showReport } from './present/report.js';
import {
  addServerRefusals,
  choosePlace,
  namePlace,
  serverOf,
  TOKEN_VARIABLES,
} from './remote/server-option.js';
import { reportUsageErrors } from './usage-errors.js';
import { VERSION } from './version.js';

const HELP_WIDTH_CHARACTERS = 80;

/** The variables that options read, and their invalid values. */
interface RunSurroundings extends Surroundings {
  readonly mistakes: readonly string[];
  readonly options: readonly VariableOption[];
}

/** Runs the command that the arguments name, and returns the exit code. */
export async function runCli(args: readonly string[], outside: Outside): Promise<ExitCode> {
  const io = ioOf(outside, args);
  let exitCode: ExitCode = EXIT.done;
  let running: Command | undefined;
  const run: CommandContext['run'] = async (json, request, work) => {
    const surroundings = {
      environment,
      given: running?.opts<GivenOptions>() ?? {},
      options,
      mistakes: mistakesOf(running, mistakes),
      log: outside.stderr,
      server: serverOf(running),
    };
    exitCode = await runWith(io, surroundings, json, request, work);
  };
  const fail: CommandContext['fail'] = (error) => {
    exitCode = reportError(io, error, running?.opts<JsonOption>());
  };
  const program = buildProgram({ fail, io, run }, args);
  program.hook('preAction', (_, command) => {
    running = command;
    io.stderr.isQuiet = program.opts<{ readonly quiet?: boolean }>().quiet === true;
    namePlace(io.stderr, command);
  });
  const options = optionsBelow(program);
  const { environment, mistakes } = readEnvironment(io.env, options);
  takeVariables(program, environment);
  try {
    await program.parseAsync(withDigestAttached(args), { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already reported it; help and version also end in an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.invalid;
    reportBug(io, error, running?.opts<JsonOption>());
    return EXIT.failed;
  }
}

/**
 * A digest can begin with a dash, and would be taken for options of the program, such as `-V`, before its own command is
 * known.
 */
function withDigestAttached(args: readonly string[]): string[] {
  const at = args.indexOf('--head');
  const digest = args[at + 1];
  if (at < 0 || !digest?.startsWith('-')) return [...args];
  return [...args.slice(0, at), `--head=${digest}`, ...args.slice(at + 2)];
}

/** The mistakes that matter to a command: in variables of its options, and of the program's, that the command line does not set. */
function mistakesOf(command: Command | undefined, mistakes: ReadonlyMap<string, string>): string[] {
  if (!command) return [];
  const own = command.options.flatMap((option) => {
    const mistake = option instanceof VariableOption ? mistakes.get(option.variable ?? '') : undefined;
    const isOutvoted = command.getOptionValueSource(option.attributeName()) === 'cli';
    return mistake === undefined || isOutvoted ? [] : [mistake];
  });
  return [...mistakesOf(command.parent ?? undefined, mistakes), ...own];
}

export function buildProgram(context: CommandContext, args: readonly string[] = []): Command {
  const { stdout, stderr } = context.io;
  // Before the options are read, there is only the text of them.
  const isJson = args.includes('--json') || isSwitchedOn(context.io.env.OPS_JSON);
  const program = new CliCommand('ops-admin')
    .description('Departments, permissions with an audit log, and locations.')
    .version(VERSION)
    .configureHelp({ optionDescription: describeOption, showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.loud.write(text),
      getOutHelpWidth: () => widthOf(stdout) ?? HELP_WIDTH_CHARACTERS,
      getErrHelpWidth: () => widthOf(stderr) ?? HELP_WIDTH_CHARACTERS,
    })
    .showHelpAfterError(isJson ? false : '(add --help for more)')
    .exitOverride();
  addGlobalOptions(program);
  program.hook('preAction', (_, command) => choosePlace(command));
  registerHelp(program, context);
  registerServe(program, context);
  registerConfig(program, context);
  registerImport(program, context);
  registerToken(program, context);
  registerUsers(program, context);
  registerDepartments(program, context);
  registerPermissions(program, context);
  registerAudit(program, context);
  registerGeocode(program, context);
  registerAirports(program, context);
  registerCache(program, context);
  registerKeys(program, context);
  registerDb(program, context);
  registerCompletion(program, context);
  registerWhoami(program, context);
  addWriteOptions(program);
  addServerRefusals(program);
  reportUsageErrors(program, (message) =>
    isJson ? usageError(stderr.completed(message)) : `ops-admin: ${message}\n`,
  );
  addExamples(program);
  return program;
}

/** A mistake in the command line, as programs get it. */
function usageError(message: string): string {
  return jsonLine({ error: { code: 'VALIDATION_ERROR', message } });
}

async function runWith<Needed extends keyof CommandParts>(
  io: Io,
  surroundings: RunSurroundings,
  { json = false }: JsonOption,
  request: Request<Needed>,
  work: (session: Session<Needed>) => ReturnType<Parameters<CommandContext['run']>[2]>,
): Promise<ExitCode> {
  // Only now: --help and mistakes in the command line do not need it.
  const { readConfig, warningsOfUnknown } = await import('@ops-admin/service');
  const { environment, mistakes, options } = surroundings;
  const gone = goneVariables(environment);
  const warnings = warningsOfUnknown(environment, [
    ...gone.keys(),
    ...TOKEN_VARIABLES,
    ...options.flatMap(({ variable }) => variable ?? []),
  ]);
  const opened = await readConfig(environment, [...gone.values(), ...mistakes]).asyncAndThen((config) =>
    (request.check?.(config) ?? ok(undefined)).asyncAndThen(() => openSession(surroundings, config, request)),
  );
  if (opened.isErr()) {
    for (const warning of warnings) io.stderr.warn(warning);
    return reportError(io, opened.error, { json });
  }
  return await carryOut(io, opened.value, warnings, json, work);
}

async function carryOut<Needed extends keyof CommandParts>(
  io: Io,
  session: OpenSession<Needed>,
  warnings: readonly string[],
  json: boolean,
  work: (session: Session<Needed>) => ReturnType<Parameters<CommandContext['run']>[2]>,
): Promise<ExitCode> {
  let report: Report | undefined;
  try {
    for (const warning of [...warnings, ...session.warnings]) {
      if (session.log) session.log.warn({}, warning);
      else io.stderr.warn(warning);
    }
    const done = await work(session);
    if (done.isErr()) return reportError(io, done.error, { json });
    report = done.value;
  } finally {
    await session.close();
  }
  // Only now: a reader of a long list must not keep the database open.
  if (report) await showReport(io, report, json);
  return report?.failure ? reportError(io, report.failure, { json }) : EXIT.done;
}

function reportError(io: Io, error: CliError, { json = false }: JsonOption = {}): ExitCode {
  const [exitCode, ...texts] = describeError(error);
  const lines = texts.map((text) => io.stderr.completed(text));
  if (json) {
    const [message = '', ...more] = lines;
    const all = error.type === 'file-mistakes' ? error.mistakes : lines.map((line) => ({ message: line }));
    const details = more.length > 0 || error.type === 'file-mistakes' ? { details: all } : {};
    io.stderr.loud.write(jsonLine({ error: { code: codeOf(error, exitCode), message, ...details } }));
    return exitCode;
  }
  for (const line of lines) reportLine(io.stderr.loud, line);
  return exitCode;
}

/** An unexpected error, with the place where it was thrown, to help fix it. */
function reportBug(io: Io, error: unknown, { json = false }: JsonOption = {}): void {
  const [what, where] =
    error instanceof Error ? [error.message, error.stack ?? error.message] : [error, error];
  const [message, stack] = [what, where].map((text) => io.stderr.completed(`unexpected failure: ${text}`));
  io.stderr.loud.write(
    json
      ? jsonLine({ error: { code: 'SERVER_ERROR', message, details: [{ message: stack }] } })
      : `ops-admin: ${stack}\n`,
  );
}

function reportLine(stderr: Messages, line: string): void {
  stderr.write(`ops-admin: ${shownLine(line)}\n`);
}
