import type { Argument, Command, Option } from 'commander';
import type { ValueKind } from './offered-values.js';

/** What can be typed after a command. */
export interface CommandNode {
  /** The names from the first command to this one, such as `audit list`; empty for the program. */
  readonly path: string;
  readonly description: string;
  readonly commands: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  /** The values of the argument, if fixed. */
  readonly values: readonly string[];
  /** What each argument names; the last one repeats if there can be several. */
  readonly kinds: readonly { readonly kind: ValueKind | undefined; readonly repeats: boolean }[];
}

/** An option with its long flag. */
export interface OptionNode {
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** The possible values, if fixed. */
  readonly values: readonly string[];
  /** What it names. */
  readonly kind?: ValueKind | undefined;
}

/** What arguments, and values of options, name that are called so; `--batch` is known by its flag. */
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

/** Reads what commander knows about a program. */
export function readCommandTree(command: Command, path = ''): CommandNode {
  const help = command.createHelp();
  const options = help.visibleOptions(command) as Option[];
  const commands = help.visibleCommands(command).filter((below) => command.commands.includes(below));
  const given = command.registeredArguments as Argument[];
  return {
    path,
    description: command.description(),
    commands: commands.map((below) => readCommandTree(below, `${path} ${below.name()}`.trim())),
    options: options.flatMap(({ argChoices, description, flags, long, optional, required }) => {
      if (!long) return [];
      const takesValue = required || optional;
      const kind = long === '--batch' ? 'batch' : KINDS[/<([\w-]+)>/.exec(flags)?.[1] ?? ''];
      return [{ flag: long, description, takesValue, values: argChoices ?? [], kind }];
    }),
    values: given.flatMap(({ argChoices }) => argChoices ?? []),
    kinds: given.map((one) => ({ kind: KINDS[one.name()], repeats: one.variadic })),
  };
}

/** A command and all below it. */
export function allNodes(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(allNodes)];
}

/** What can come next, except options. */
export function wordsOf({ commands, values }: CommandNode): readonly { word: string; description: string }[] {
  return [
    ...commands.map(({ description, path }) => ({
      word: path.slice(path.lastIndexOf(' ') + 1),
      description,
    })),
    ...values.map((word) => ({ word, description: '' })),
  ];
}

/** The options with values, each after its command, by their possible values; an empty list means any value. */
export function valuesOf(nodes: readonly CommandNode[]): { keys: string[]; values: readonly string[] }[] {
  const byValues = new Map<string, { keys: string[]; values: readonly string[] }>();
  for (const { options, path } of nodes) {
    for (const { flag, takesValue, values } of options) {
      if (!takesValue) continue;
      const group = byValues.get(values.join(' ')) ?? { keys: [], values };
      group.keys.push(`${path} ${flag}`);
      byValues.set(values.join(' '), group);
    }
  }
  return [...byValues.values()];
}
