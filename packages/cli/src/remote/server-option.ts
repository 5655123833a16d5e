import { mayHoldPassword } from '@ops-admin/service/config';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { type InvalidInput, invalidInput } from '../cli-error.js';
import { VariableOption } from '../config/variable-option.js';
import type { Messages } from '../messages.js';
import { quoted } from '../present/printed-command.js';

export interface ServerOption {
  /** The address of the service, if it is used and not a database. */
  readonly server?: string;
}

/** The variables of the token: the token itself, or its file. */
export const TOKEN_VARIABLES: readonly [token: string, file: string] = ['OPS_TOKEN', 'OPS_TOKEN_FILE'];

export function serverOption(): VariableOption {
  return new VariableOption('--server <url>', 'use the service at this address, not a database')
    .env('OPS_SERVER')
    .argParser(parseAddress) as VariableOption;
}

/** Makes the option known to every other command with a database, so that it can say what to use instead. */
export function addServerRefusals(command: Command): void {
  for (const below of command.commands) addServerRefusals(below);
  const names = command.options.map(({ long }) => long);
  if (names.includes('--server') || !(names.includes('--db') || names.includes('--from'))) return;
  command.addOption(serverOption().hideHelp());
}

/** The message if only a database can do it. */
export function databaseRequired(what: string): InvalidInput {
  return invalidInput(`${what} requires the database; ${NAME_IT}`);
}

const NAME_IT = 'name it with --db, where it can be reached';

/** Only for a database: the service decides itself who calls, and has its own locks and keys. */
const OF_DATABASES: ReadonlySet<string> = new Set([
  '--actor <name>',
  '--explain',
  '--no-cache',
  '--wait <time>',
  '--new-key',
]);

/** These work on their arguments, and need no service. */
const INDIFFERENT: ReadonlySet<string> = new Set(['serve', 'config', 'db copy']);

/**
 * Decides whether a command uses a service or a database, before it runs: `--server` or `--db` on the command line,
 * otherwise their variables. Ends with a usage error if both are named, or if the named one cannot do it.
 */
export function choosePlace(command: Command): void {
  const own = command.options.find(({ long }) => long === '--server');
  if (!own) return;
  const [db, server] = ['db', 'server'].map((name) => command.getOptionValueSource(name));
  if (server === 'cli' && db === 'cli') refuse(command, '--server and --db exclude each other');
  if (db === 'cli' && !own.hidden) ignore(command, own);
  if (pathOf(command) === 'audit verify' && command.args.length > 0) {
    if (server === 'cli')
      refuse(command, 'audit verify FILE reads a file, and --server is given; leave one of them out');
    ignore(command, own);
    return;
  }
  if (server === undefined || db === 'cli') return;
  const named = server === 'cli' ? '--server' : 'OPS_SERVER';
  const requires = (what: string) =>
    refuse(command, `${what} requires the database, and ${named} is given; ${NAME_IT}`);
  if (own.hidden) {
    if (server === 'cli' || !INDIFFERENT.has(pathOf(command))) requires(pathOf(command));
    return;
  }
  if (server === 'env' && db === 'env') {
    refuse(command, 'OPS_SERVER and OPS_DB exclude each other; write --server or --db');
  }
  for (const option of command.options.filter(({ flags }) => OF_DATABASES.has(flags))) {
    if (command.getOptionValueSource(option.attributeName()) === 'cli') requires(option.long ?? '');
    if (option.long === '--actor') ignore(command, option);
  }
}

/** The service that a command uses; `undefined` if it is a database. */
export function serverOf(command: Command | undefined): string | undefined {
  const own = command?.options.find(({ long }) => long === '--server');
  return own?.hidden ? undefined : command?.getOptionValue(own?.attributeName() ?? '');
}

/** Has messages name the database or the service of a command as it was given, except a password of the environment. */
export function namePlace(messages: Messages, command: Command): void {
  const server = serverOf(command);
  const source = command.getOptionValueSource('db');
  const db: unknown = command.getOptionValue('db');
  if (server !== undefined) messages.nameIn(`--server ${quoted(server)}`, { isService: true });
  else if (typeof db === 'string' && (source === 'cli' || (source === 'env' && !mayHoldPassword(db))))
    messages.nameIn(`--db ${quoted(db)}`, { isService: false });
}

/** As if the option were not given. That counts as given on the command line, so that its variable is ignored. */
function ignore(command: Command, option: Option): void {
  command.setOptionValueWithSource(option.attributeName(), undefined, 'cli');
}

function refuse(command: Command, message: string): never {
  return command.error(`error: ${message}`);
}

function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && !url.username && !url.password && !/[?#\s]/.test(text);
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new InvalidArgumentError('Write https://ops.example.org, without a user, a query or a fragment.');
}
