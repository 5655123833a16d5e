import type { Command, Option } from 'commander';

/** The options of a command and of every command below it that have a variable. */
export function optionsBelow({ commands, options }: Command): readonly Option[] {
  return [...options.filter(({ envVar }) => envVar), ...commands.flatMap(optionsBelow)];
}

/** Whether an option is either given or not. */
export function isSwitch({ optional, required }: Option): boolean {
  return !required && !optional;
}
