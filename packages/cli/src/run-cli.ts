import { ok, shownLine } from '@ops-admin/core';
import type { Environment, ServiceParts } from '@ops-admin/service';
import { Command, CommanderError } from 'commander';
import { type CliError, describeError } from './cli-error.js';
import type { CommandContext, Request, Session } from './command-context.js';
import { registerAirports } from './commands/airports.js';
import { registerAudit } from './commands/audit.js';
import { registerCache } from './commands/cache.js';
import { registerCompletion } from './commands/completion.js';
import { registerConfig } from './commands/config.js';
import { registerDb } from './commands/db.js';
import { registerDepartments } from './commands/departments.js';
import { registerGeocode } from './commands/geocode.js';
import { registerImport } from './commands/import.js';
import { registerPermissions } from './commands/permissions.js';
import { registerServe } from './commands/serve.js';
import { registerToken } from './commands/token.js';
import { registerUsers } from './commands/users.js';
import { optionsBelow, takeVariables } from './config/option-variables.js';
import { readEnvironment } from './config/read-environment.js';
import { describeOption, VariableOption } from './config/variable-option.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { addExamples } from './help/add-examples.js';
import { type Io, ioOf, type Output, type Outside, widthOf } from './io.js';
import type { JsonOption } from './options.js';
import { type Report, showReport } from './present/report.js';
import { VERSION } from './version.js';

/** Where there is no terminal, which would say. */
const HELP_WIDTH_CHARACTERS = 80;

/** What a command runs with: the environment, and what of it the options of the command cannot take. */
interface Surroundings {
  readonly environment: Environment;
  readonly mistakes: readonly string[];
  readonly options: readonly VariableOption[];
  readonly log: Output;
}

/** Runs the command that the arguments name, and reports how it went. */
export async function runCli(args: readonly string[], outside: Outside): Promise<ExitCode> {
  const io = ioOf(outside, args);
  let exitCode: ExitCode = EXIT.done;
  let running: Command | undefined;
  const run: CommandContext['run'] = async (json, request, work) => {
    const surroundings = {
      environment,
      options,
      mistakes: mistakesOf(running, mistakes),
      log: outside.stderr,
    };
    exitCode = await runWith(io, surroundings, json, request, work);
  };
  const fail: CommandContext['fail'] = (error) => {
    exitCode = reportError(io, error);
  };
  const program = buildProgram({ fail, io, run }).hook('preAction', (_, command) => {
    running = command;
  });
  const options = optionsBelow(program);
  const { environment, mistakes } = readEnvironment(io.env, options);
  takeVariables(program, environment);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has reported it already; help and version end in an error too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.invalid;
    io.stderr.write(`ops-admin: unexpected failure: ${error instanceof Error ? error.stack : error}\n`);
    return EXIT.failed;
  }
}

/** The mistakes that matter to a command: in variables of its options that the command line does not outvote. */
function mistakesOf(command: Command | undefined, mistakes: ReadonlyMap<string, string>): string[] {
  return (command?.options ?? []).flatMap((option) => {
    const mistake = option instanceof VariableOption ? mistakes.get(option.variable ?? '') : undefined;
    const isOutvoted = command?.getOptionValueSource(option.attributeName()) === 'cli';
    return mistake === undefined || isOutvoted ? [] : [mistake];
  });
}

function buildProgram(context: CommandContext): Command {
  const { stdout, stderr } = context.io;
  const program = new Command('ops-admin')
    .description('Departments, permissions with an audit trail, and locations.')
    .version(VERSION)
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => widthOf(stdout) ?? HELP_WIDTH_CHARACTERS,
      getErrHelpWidth: () => widthOf(stderr) ?? HELP_WIDTH_CHARACTERS,
    })
    .showHelpAfterError('(add --help for more)')
    .exitOverride();
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
  registerDb(program, context);
  registerCompletion(program, context);
  addExamples(program);
  return program;
}

/** What goes on the trail is about to be written by these. */
const CHANGES: ReadonlySet<keyof ServiceParts> = new Set([
  'identities',
  'permissions',
  'imports',
  'tokenIssue',
  'trail',
]);

async function runWith<Needed extends keyof ServiceParts>(
  io: Io,
  { environment, log, mistakes, options }: Surroundings,
  { json = false }: JsonOption,
  { check, needs, ...where }: Request<Needed>,
  work: (session: Session<Needed>) => ReturnType<Parameters<CommandContext['run']>[2]>,
): Promise<ExitCode> {
  // Only now: --help and mistakes in the command line need nothing of it.
  const { compose, createLogger, describeForeignEntry, readConfig, warningsOfUnknown } = await import(
    '@ops-admin/service'
  );
  const warnings = warningsOfUnknown(
    environment,
    options.flatMap(({ variable }) => variable ?? []),
  );
  const changes = needs.some((part) => CHANGES.has(part));
  const requested: readonly (Needed | 'integrity' | 'log')[] = [
    ...needs,
    'log',
    ...(changes ? ['integrity' as const] : []),
  ];
  const opened = await readConfig(environment, mistakes).asyncAndThen((config) =>
    (check?.(config) ?? ok(undefined)).asyncAndThen(() =>
      compose({ ...where, config, log: createLogger(config.logLevel, log), version: VERSION }, requested).map(
        ({ close, parts }) => ({ close, config, environment, parts }),
      ),
    ),
  );
  const warn = (warning: string) => reportLine(io, `warning: ${warning}`);
  if (opened.isErr()) {
    warnings.forEach(warn);
    return reportError(io, opened.error);
  }
  const { close, parts } = opened.value;
  let report: Report | undefined;
  try {
    for (const warning of warnings) {
      if ('server' in parts) parts.log.warn({}, warning);
      else warn(warning);
    }
    const newest = changes ? await parts.integrity.checkNewestEntry() : ok(undefined);
    if (newest.isOk() && newest.value) warn(describeForeignEntry(newest.value));
    const done = await work(opened.value);
    if (done.isErr()) return reportError(io, done.error);
    report = done.value;
  } finally {
    await close();
  }
  // Only now: whoever reads a long list must not keep the database open.
  if (report) await showReport(io, report, json);
  return EXIT.done;
}

function reportError(io: Io, error: CliError): ExitCode {
  const [exitCode, ...lines] = describeError(error);
  for (const line of lines) reportLine(io, line);
  return exitCode;
}

function reportLine({ stderr }: Io, line: string): void {
  stderr.write(`ops-admin: ${shownLine(line)}\n`);
}
