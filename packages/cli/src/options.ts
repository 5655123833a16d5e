import { InvalidArgumentError, Option } from 'commander';
import { parseModule } from './audit/trail-values.js';
import type { Request } from './command-context.js';
import type { CommandParts } from './command-parts.js';
import { VariableOption } from './config/variable-option.js';
import { type ServerOption, serverOption } from './remote/server-option.js';

export function databaseOption(): VariableOption {
  return new VariableOption('--db <file>', 'the database: a file, or postgres://…')
    .env('OPS_DB')
    .argParser(parsePlace)
    .default('./ops-admin.db') as VariableOption;
}

/** Reads where a database is. Memory ends with the command, and so would everything that it acknowledged. */
export function parsePlace(text: string): string {
  if (text !== ':memory:') return text;
  throw new InvalidArgumentError('A database in memory would be lost when the command ends; name a file.');
}

export function jsonOption(): Option {
  return new VariableOption('--json', 'print JSON').env('OPS_JSON');
}

/** Where a command finds what it works on, a database or a service, and how it prints. */
export function placeOptions(): Option[] {
  return [databaseOption(), serverOption(), jsonOption()];
}

export interface DatabaseOption extends ServerOption {
  readonly db: string;
}

/** The access of a command to an existing database. */
export function existing<Needed extends keyof CommandParts>(
  { db }: DatabaseOption,
  needs: readonly Needed[],
): Request<Needed> {
  return { database: db, access: 'update', needs };
}

export interface JsonOption {
  readonly json?: boolean;
}

/** An option with a text that can be given several times. */
export function repeatable(
  flags: string,
  description: string,
  parse: (text: string) => string = parseText,
): Option {
  return new Option(flags, description).argParser((text: string, before: readonly string[] = []) => [
    ...before,
    parse(text),
  ]);
}

export function moduleOption(description: string): Option {
  return repeatable('--module <module>', description, parseModule);
}

const SECONDS_IN: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const MAX_DURATION_DAYS = 366;

/** Reads a span such as `90s`, `15m`, `1h` or `7d`, in seconds. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (SECONDS_IN[unit ?? ''] ?? Number.NaN);
  if (seconds >= 1 && seconds <= MAX_DURATION_DAYS * 86_400) return seconds;
  throw new InvalidArgumentError(`Write 90s, 15m, 1h or 7d; at most ${MAX_DURATION_DAYS}d.`);
}

/** Reads how long a change waits for other writers, in seconds. */
export function parseWait(text: string): number {
  const seconds = /^\d{1,9}[smhd]$/.test(text) ? parseDuration(text) : 0;
  if (seconds >= 1 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError('Write 30s, 5m or 1h; at most 1h.');
}

export function searchOption(description: string): Option {
  return new Option('--search <text>', description).argParser(parseSearch);
}

export function limitOption(): Option {
  return new Option('--limit <n>', 'list at most this many').argParser(parseCount);
}

function parseSearch(text: string): string {
  parseText(text.trim());
  return text;
}

export function parseText(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

export function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a whole number from 1.');
}

/** Reads a TCP port; 0 means any free port. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('Write a number from 0 to 65535.');
}

/** Reads a host; an empty one would mean every interface. */
export function parseHost(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Name a host, such as 127.0.0.1 or 0.0.0.0.');
}
