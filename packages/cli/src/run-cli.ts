import { ok, shownLine } from '@ops-admin/core';
import type { Environment, ServiceParts, ServiceSettings } from '@ops-admin/service';
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
import { registerHelp } from './commands/help.js';
import { registerImport } from './commands/import.js';
import { registerKeys } from './commands/keys.js';
import { registerPermissions } from './commands/permissions.js';
import { registerServe } from './commands/serve.js';
import { registerToken } from './commands/token.js';
import { registerUsers } from './commands/users.js';
import { goneVariables } from './config/gone-variables.js';
import { optionsBelow, takeVariables } from './config/option-variables.js';
import { isSwitchedOn, readEnvironment } from './config/read-environment.js';
import { describeOption, VariableOption } from './config/variable-option.js';
import { codeOf } from './error-code.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { addGlobalOptions, addWriteOptions, type GivenOptions } from './global-options.js';
import { addExamples } from './help/add-examples.js';
import { type Io, ioOf, type Output, type Outside, widthOf } from './io.js';
import type { Messages } from './messages.js';
import type { JsonOption } from './options.js';
import { jsonLine, type Report, showReport } from './present/report.js';
import { reportUsageErrors } from './usage-errors.js';
import { VERSION } from './version.js';

/** Where there is no terminal, which would say. */
const HELP_WIDTH_CHARACTERS = 80;

/** What a command runs with: the environment, and what of it the options of the command cannot take. */
interface Surroundings {
  readonly environment: Environment;
  readonly given: GivenOptions;
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
      given: running?.opts<GivenOptions>() ?? {},
      options,
      mistakes: mistakesOf(running, mistakes),
      log: outside.stderr,
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
    io.stderr.loud.write(`ops-admin: unexpected failure: ${error instanceof Error ? error.stack : error}\n`);
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

/** Every command there is, with its help. */
export function buildProgram(context: CommandContext, args: readonly string[] = []): Command {
  const { stdout, stderr } = context.io;
  // Before the options are read, there is only the text of them.
  const isJson = args.includes('--json') || isSwitchedOn(context.io.env.OPS_JSON);
  const program = new Command('ops-admin')
    .description('Departments, permissions with an audit trail, and locations.')
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
  addWriteOptions(program);
  reportUsageErrors(program, (message) =>
    isJson ? usageError(stderr.withoutPasswords(message)) : `ops-admin: ${message}\n`,
  );
  addExamples(program);
  return program;
}

/** A mistake in the command line, as programs get it. */
function usageError(message: string): string {
  return jsonLine({ error: { code: 'VALIDATION_ERROR', message } });
}

/**
 * A dry run needs no keys, and who means it takes others than the trail was sealed with. What changes nothing only reads where
 * nothing can be written.
 */
function howFor(
  { access }: Pick<ServiceSettings, 'access'>,
  { dryRun = false, newKey = false, wait }: GivenOptions,
  changes: boolean,
): Pick<ServiceSettings, 'access' | 'keys' | 'waitMs'> {
  return {
    ...(access === 'update' && !changes && { access: 'view' as const }),
    ...(newKey && { keys: 'new' as const }),
    ...(dryRun && { keys: 'none' as const }),
    ...(wait !== undefined && { waitMs: wait * 1000 }),
  };
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
  { environment, given, log, mistakes, options }: Surroundings,
  { json = false }: JsonOption,
  { check, needs, ...where }: Request<Needed>,
  work: (session: Session<Needed>) => ReturnType<Parameters<CommandContext['run']>[2]>,
): Promise<ExitCode> {
  // Only now: --help and mistakes in the command line need nothing of it.
  const { compose, createLogger, describeForeignEntry, readConfig, warningsOfUnknown } = await import(
    '@ops-admin/service'
  );
  const gone = goneVariables(environment);
  const warnings = warningsOfUnknown(environment, [
    ...gone.keys(),
    ...options.flatMap(({ variable }) => variable ?? []),
  ]);
  const changes = needs.some((part) => CHANGES.has(part)) && !given.dryRun;
  const requested: readonly (Needed | 'integrity' | 'log')[] = [
    ...needs,
    'log',
    ...(changes ? ['integrity' as const] : []),
  ];
  const opened = await readConfig(environment, [...gone.values(), ...mistakes]).asyncAndThen((config) =>
    (check?.(config) ?? ok(undefined)).asyncAndThen(() =>
      compose(
        {
          ...where,
          ...howFor(where, given, changes),
          config,
          log: createLogger(config.logLevel, log),
          version: VERSION,
        },
        requested,
      ).map(({ close, parts }) => ({ close, config, environment, parts })),
    ),
  );
  const warn = (warning: string) => reportLine(io.stderr, `warning: ${warning}`);
  if (opened.isErr()) {
    warnings.forEach(warn);
    return reportError(io, opened.error, { json });
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
    if (done.isErr()) return reportError(io, done.error, { json });
    report = done.value;
  } finally {
    await close();
  }
  // Only now: whoever reads a long list must not keep the database open.
  if (report) await showReport(io, report, json);
  return EXIT.done;
}

function reportError(io: Io, error: CliError, { json = false }: JsonOption = {}): ExitCode {
  const [exitCode, ...texts] = describeError(error);
  const lines = texts.map((text) => io.stderr.withoutPasswords(text));
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

function reportLine(stderr: Messages, line: string): void {
  stderr.write(`ops-admin: ${shownLine(line)}\n`);
}
