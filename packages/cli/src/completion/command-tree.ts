import type { Argument, Command, Option } from 'commander';

/** What can be typed after a command. */
export interface CommandNode {
  /** The names from the first command to this one, such as `audit list`; empty for the program. */
  readonly path: string;
  readonly description: string;
  readonly commands: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  /** The values of the argument, if fixed. */
  readonly values: readonly string[];
}

/** An option with its long flag. */
export interface OptionNode {
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** The possible values, if fixed. */
  readonly values: readonly string[];
}

/** Reads what commander knows about a program. */
export function readCommandTree(command: Command, path = ''): CommandNode {
  const options = command.createHelp().visibleOptions(command) as Option[];
  return {
    path,
    description: command.description(),
    commands: command.commands.map((below) => readCommandTree(below, `${path} ${below.name()}`.trim())),
    options: options.flatMap(({ argChoices, description, long, optional, required }) =>
      long ? [{ flag: long, description, takesValue: required || optional, values: argChoices ?? [] }] : [],
    ),
    values: (command.registeredArguments as Argument[]).flatMap(({ argChoices }) => argChoices ?? []),
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
