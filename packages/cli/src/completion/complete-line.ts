import type { Command, Option } from 'commander';

export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** Completes the last of the words that follow the name of the program: a command, an option, or a fixed value. */
export function completeLine(program: Command, words: readonly string[]): readonly Candidate[] {
  const last = words.at(-1) ?? '';
  let command = program;
  let position = 0;
  let pending: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const below = pending ? undefined : command.commands.find((one) => one.name() === word);
    if (below) command = below;
    else if (!pending && !word.startsWith('-')) position += 1;
    const option = pending ? undefined : findOption(command, word);
    pending = option?.required || option?.optional ? option : undefined;
  }
  return candidatesOf(command, pending, position, last).filter(({ word }) => word.startsWith(last));
}

function candidatesOf(
  command: Command,
  pending: Option | undefined,
  position: number,
  last: string,
): readonly Candidate[] {
  if (pending) return fixed(pending.argChoices);
  const help = command.createHelp();
  if (last.startsWith('-')) {
    const options = help.visibleOptions(command);
    return options.map(({ description, long }) => ({ word: long ?? '', description }));
  }
  const below = help.visibleCommands(command).filter((one) => command.commands.includes(one));
  return [
    ...below.map((one) => ({ word: one.name(), description: one.description() })),
    ...fixed(command.registeredArguments[position]?.argChoices),
  ];
}

/** Options of the program can also follow a command. */
function findOption(command: Command, flag: string): Option | undefined {
  const found = command.options.find(({ long }) => long === flag);
  return found ?? (command.parent ? findOption(command.parent, flag) : undefined);
}

function fixed(values: readonly string[] = []): readonly Candidate[] {
  return values.map((word) => ({ word, description: '' }));
}
