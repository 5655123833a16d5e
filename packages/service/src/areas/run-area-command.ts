import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@ops-admin/core';
import { shownLine, shownText } from '@ops-admin/core/jobs';
import { compose } from '../compose.js';
import { type Environment, withoutEmpty } from '../config/environment.js';
import { readConfig } from '../config/read-config.js';
import { createLogger } from '../create-logger.js';
import type { Area } from './area.js';
import type { AreaCommand, AreaCommandInput, AreaCommandOption } from './area-command.js';
import { type AreaExitCode, type AreaFailure, EXIT, failed, failureOf, invalid } from './area-failure.js';
import { recordsAsJson, recordsAsTable } from './print-records.js';

/** A program with commands of areas, and its arguments. */
export interface AreaProgram {
  readonly areas: readonly Area[];
  /** Without the program itself: `process.argv.slice(2)`. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** The options of every command. */
const OPTIONS = {
  db: { value: 'file', description: 'the database: a file, or postgres://… (OPS_DB)' },
  json: { description: 'print JSON (OPS_JSON)' },
  quiet: { description: 'print only records and errors (OPS_QUIET)' },
  help: { description: 'print this' },
} satisfies Readonly<Record<string, AreaCommandOption>>;

const SWITCH = { type: 'boolean' } as const;
const WITH_VALUE = { type: 'string' } as const;

/** What a command prints, and its result. */
interface Done {
  readonly text: string;
  readonly failure?: AreaFailure;
}

const SOME_FAILED: AreaFailure = {
  exitCode: EXIT.partly,
  code: 'ROWS_FAILED',
  message: 'a part of it failed',
};

/**
 * Runs the command of an area that the arguments name, as `ops-admin` runs its own (decision 9): data on standard output,
 * all other text on standard error, `--json` for programs. Gives the exit code: 0 done, 1 unexpected failure, 2 bad usage or
 * bad input, 3 not found, 4 some of it failed.
 */
export async function runAreaCommand(program: AreaProgram): Promise<AreaExitCode> {
  const env = withoutEmpty(program.env);
  // The options are not read yet; only their text is there.
  const isJson = program.argv.includes('--json') || isSwitchedOn(env.OPS_JSON);
  const done = await carryOut(program, env, isJson).catch((error: unknown) => err(unexpected(error)));
  const text = done.isOk() ? done.value.text : '';
  const lost = await write(program.stdout, text);
  const failure = done.isErr() ? done.error : (done.value.failure ?? lost);
  if (failure) program.stderr.write(isJson ? errorAsJson(failure) : `${shownText(failure.message)}\n`);
  return failure?.exitCode ?? EXIT.done;
}

async function carryOut(
  { areas, argv, stderr }: AreaProgram,
  env: Environment,
  isJson: boolean,
): Promise<Result<Done, AreaFailure>> {
  const [noun = '--help', verb] = argv;
  if (noun === '--help') return ok({ text: usageOf(areas) });
  const area = areas.find(({ name }) => name === noun);
  if (!area) return err(unknown(noun, areas));
  const { commands = [] } = area;
  if (verb === '--help') return ok({ text: usageOf([area]) });
  const command = commands.find(({ name }) => name === verb);
  if (!command) return err(unknown(`${noun} ${verb ?? ''}`.trim(), [area]));
  if (argv.includes('--help')) return ok({ text: usageOf([{ ...area, commands: [command] }]) });

  const parsed = inputOf(command, argv.slice(2));
  if (parsed.isErr()) return err(invalid(`${noun} ${command.name}: ${parsed.error}`));
  const { database, input, isQuiet } = parsed.value;
  const config = readConfig(env);
  if (config.isErr()) return err(failureOf(config.error));
  const settings = {
    areas,
    config: config.value,
    database: database ?? env.OPS_DB ?? './ops-admin.db',
    access: command.writes ? ('update' as const) : ('view' as const),
    log: createLogger(isQuiet || isSwitchedOn(env.OPS_QUIET) ? 'error' : config.value.logLevel, stderr),
  };
  const opened = await compose(settings, ['areas']);
  if (opened.isErr()) return err(failureOf(opened.error));
  try {
    const answer = await command.run(opened.value.parts.areas, input);
    if (answer.isErr()) return err(failureOf(answer.error));
    const { records, someFailed = false } = answer.value;
    const text = isJson ? recordsAsJson(records) : recordsAsTable(records);
    return ok({ text, ...(someFailed && { failure: SOME_FAILED }) });
  } finally {
    await opened.value.close();
  }
}

interface ReadArguments {
  readonly database: string | undefined;
  readonly isQuiet: boolean;
  readonly input: AreaCommandInput;
}

/** Reads the arguments after the name of a command. Errors: what is wrong with them. */
function inputOf(command: AreaCommand, args: readonly string[]): Result<ReadArguments, string> {
  const { arguments: names = [], options: own = {} } = command;
  const known: readonly [string, AreaCommandOption][] = Object.entries({ ...own, ...OPTIONS });
  const taken = Object.fromEntries(
    known.map(([name, { value }]) => [name, value === undefined ? SWITCH : WITH_VALUE]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options: taken, allowPositionals: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('ERR_PARSE_ARGS_')) throw error;
    return err((error as Error).message.replace(/\. .*$/s, ''));
  }
  const { positionals, values } = parsed;
  if (positionals.length !== names.length) {
    return err(names.length === 0 ? 'it has no arguments' : `it takes ${names.join(' ')}`);
  }
  const { db, quiet } = values as { readonly db?: string; readonly quiet?: boolean };
  const given = Object.fromEntries(names.map((name, n) => [name, positionals[n] ?? '']));
  const options = Object.fromEntries(
    Object.keys(own).map((name) => [name, values[name] as string | boolean]),
  );
  return ok({ database: db, isQuiet: quiet === true, input: { arguments: given, options } });
}

/** The help: each command with its options, and the options of all. */
function usageOf(areas: readonly Area[]): string {
  const optionLines = (options: Readonly<Record<string, AreaCommandOption>>) =>
    Object.entries(options).map(([name, { description, value }]) => {
      const flag = value === undefined ? `--${name}` : `--${name} <${value}>`;
      return `    ${flag.padEnd(24)}  ${description}`;
    });
  const commandLines = areas.flatMap(({ commands = [], name }) =>
    commands.flatMap((command) => {
      const words = [name, command.name, ...(command.arguments ?? []).map((one) => `<${one}>`)].join(' ');
      return [`  ${words.padEnd(26)}  ${command.summary}`, ...optionLines(command.options ?? {})];
    }),
  );
  return ['Commands:', ...commandLines, 'Options of every command:', ...optionLines(OPTIONS), ''].join('\n');
}

function unknown(words: string, areas: readonly Area[]): AreaFailure {
  const there = areas.flatMap(({ commands = [], name }) =>
    commands.map((command) => `${name} ${command.name}`),
  );
  return invalid(`there is no command ${shownLine(words)}; there are ${there.join(', ') || 'none'}`);
}

function unexpected(error: unknown): AreaFailure {
  return failed(`unexpected failure: ${error instanceof Error ? error.stack : error}`);
}

function errorAsJson({ code, message }: AreaFailure): string {
  return `${shownText(JSON.stringify({ error: { code, message } }))}\n`;
}

/** Whether the variable of a switch is set, and not to a no. */
function isSwitchedOn(value: string | undefined): boolean {
  return value !== undefined && !/^(?:0|false|no|off)$/i.test(value);
}

/** Writes to the end. It is not a failure if the reader stops early: `feedback list | head`. */
function write(to: Writable, text: string): Promise<AreaFailure | undefined> {
  return new Promise((resolve) => {
    const ignore = () => {};
    to.once('error', ignore);
    to.write(text, (error) => {
      if (!error) to.off('error', ignore);
      const isReaderGone = (error as NodeJS.ErrnoException | null)?.code === 'EPIPE';
      resolve(error && !isReaderGone ? failed(`cannot write the output: ${error.message}`) : undefined);
    });
  });
}
