import type { Command, Option } from 'commander';
import type { ValueKind } from './offered-values.js';

/** A word that fits at the end of a line. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** The completion of the last word of a line. */
export interface LineCompletion {
  /** Commands, options and fixed values that begin with the word. */
  readonly candidates: readonly Candidate[];
  /** The kind of value that the database or the service can complete. */
  readonly kind: ValueKind | undefined;
  /** The part of the word before the value: empty, or an option with `=`. */
  readonly prefix: string;
  /** The beginning of the value. */
  readonly typed: string;
  /** The database or the service that the line names. */
  readonly place: { readonly db?: string; readonly server?: string };
}

/** The kinds of arguments, and of values of options, by their names; `--batch` is known by its flag. */
const KINDS: Readonly<Record<string, ValueKind>> = {
  actor: 'user',
  from: 'user',
  module: 'module',
  new: 'permission',
  old: 'permission',
  other: 'user',
  permission: 'permission',
  to: 'user',
  user: 'user',
};

/** A command with one of these options takes no user as its first argument. */
const SELECTIONS: ReadonlySet<string> = new Set([
  '--file',
  '--holding',
  '--granted',
  '--department',
  '--all-users',
]);

/** Completes the last of the words that follow the name of the program. */
export function completeLine(program: Command, words: readonly string[]): LineCompletion {
  const last = words.at(-1) ?? '';
  const place: Record<string, string> = {};
  let command = program;
  let position = 0;
  let isSelection = false;
  let pending: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const { flag, value } = pending ? { flag: pending.long ?? '', value: word } : splitOption(word);
    if (flag !== '') {
      const option = pending ?? findOption(command, flag);
      if (SELECTIONS.has(flag)) isSelection = true;
      if (value !== undefined) place[flag.slice(2)] = value;
      pending = value === undefined && takesValue(option) ? option : undefined;
      continue;
    }
    const below = command.commands.find((one) => one.name() === word);
    if (below) command = below;
    else position += 1;
  }

  const { flag, value } = splitOption(last);
  const option = pending ?? (value === undefined ? undefined : findOption(command, flag));
  const prefix = option && !pending ? `${flag}=` : '';
  const typed = last.slice(prefix.length).replace(/^['"]/, '');
  const complete = (candidates: readonly Candidate[], kind?: ValueKind): LineCompletion => ({
    candidates: candidates.filter(({ word }) => word.startsWith(last)),
    kind,
    prefix,
    typed,
    place,
  });
  if (option) return complete(fixed(option.argChoices, prefix), kindOfOption(option));
  const help = command.createHelp();
  if (last.startsWith('-')) {
    return complete(
      help.visibleOptions(command).map(({ description, long }) => ({ word: long ?? '', description })),
    );
  }
  const taken = command.registeredArguments;
  const first = isSelection && taken.length > 1 && KINDS[taken[0]?.name() ?? ''] === 'user' ? 1 : 0;
  const argument = taken[position + first] ?? taken.findLast(({ variadic }) => variadic);
  const commands = help.visibleCommands(command).filter((below) => command.commands.includes(below));
  return complete(
    [
      ...commands.map((below) => ({ word: below.name(), description: below.description() })),
      ...fixed(argument?.argChoices, ''),
    ],
    KINDS[argument?.name() ?? ''],
  );
}

/** The flag of an option and its value after `=`; an empty flag if the word is not an option. */
function splitOption(word: string): { readonly flag: string; readonly value?: string | undefined } {
  const [, flag = '', value] = /^(--?[^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  return { flag, value };
}

/** Options of the program can also follow a command. */
function findOption(command: Command, flag: string): Option | undefined {
  const found = command.options.find(({ long }) => long === flag);
  return found ?? (command.parent ? findOption(command.parent, flag) : undefined);
}

function takesValue(option: Option | undefined): boolean {
  return option?.required === true || option?.optional === true;
}

function kindOfOption({ flags, long }: Option): ValueKind | undefined {
  return long === '--batch' ? 'batch' : KINDS[/<([\w-]+)>/.exec(flags)?.[1] ?? ''];
}

function fixed(values: readonly string[] = [], prefix: string): Candidate[] {
  return values.map((value) => ({ word: `${prefix}${value}`, description: '' }));
}
