import { type Command, InvalidArgumentError, type Option } from 'commander';
import type { InvalidInput } from '../cli-error.js';
import { VariableOption } from '../config/variable-option.js';

/** What commands that also work over HTTP are given. */
export interface ServerOption {
  /** The address of the service, where it is to be asked and no database. */
  readonly server?: string;
}

/** The variables of the token: itself, or the file that holds it. */
export const TOKEN_VARIABLES: readonly [token: string, file: string] = ['OPS_TOKEN', 'OPS_TOKEN_FILE'];

/** `--server URL` of a command that also works over HTTP (decision 12) */
export function serverOption(): VariableOption {
  return new VariableOption('--server <url>', 'use the service at this address, not a database')
    .env('OPS_SERVER')
    .argParser(parseAddress) as VariableOption;
}

/** Lets every other command that has a database know the option, so that it can say what it requires instead. */
export function addServerRefusals(command: Command): void {
  for (const below of command.commands) addServerRefusals(below);
  const names = command.options.map(({ long }) => long);
  if (names.includes('--server') || !(names.includes('--db') || names.includes('--from'))) return;
  command.addOption(serverOption().hideHelp());
}

/** What is said where only a database can do it. */
export function databaseRequired(what: string): InvalidInput {
  return { type: 'invalid-input', message: `${what} requires the database; ${NAME_IT}` };
}

const NAME_IT = 'name it with --db, where it can be reached';

/** Only a database takes these: who the service takes us for, and what locks and keys it has, is its own. */
const OF_DATABASES: ReadonlySet<string> = new Set([
  '--actor <name>',
  '--everything',
  '--explain',
  '--no-cache',
  '--wait <time>',
  '--new-key',
]);

/** These work on what they are given, wherever a service is. */
const INDIFFERENT: ReadonlySet<string> = new Set(['serve', 'config', 'db copy']);

/**
 * Decides whether a command is to ask a service or a database, before it runs: `--server` or `--db` on the command line, else
 * their variables. Ends with a usage error where both are named, or where what is named cannot do it (decision 12).
 */
export function choosePlace(command: Command): void {
  const own = command.options.find(({ long }) => long === '--server');
  if (!own) return;
  const [db, server] = ['db', 'server'].map((name) => command.getOptionValueSource(name));
  if (server === 'cli' && db === 'cli') refuse(command, '--server and --db exclude each other');
  if (db === 'cli' && !own.hidden) ignore(command, own);
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

/** The service that a command is to ask; `undefined` where it is a database. */
export function serverOf(command: Command | undefined): string | undefined {
  const own = command?.options.find(({ long }) => long === '--server');
  return own?.hidden ? undefined : command?.getOptionValue(own?.attributeName() ?? '');
}

/** As if the option had not been given; that counts as outvoted by the command line, so that nobody minds its variable. */
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
