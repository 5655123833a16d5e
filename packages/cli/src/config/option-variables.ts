import type { Environment } from '@ops-admin/service';
import type { Command, Option } from 'commander';
import { VariableOption } from './variable-option.js';

/** The options of a command and of every command below it that have a variable. */
export function optionsBelow({ commands, options }: Command): readonly VariableOption[] {
  return [...options.filter(hasVariable), ...commands.flatMap(optionsBelow)];
}

/** Sets the options of a command, and of every command below it, from their variables; the command line takes precedence. */
export function takeVariables(command: Command, environment: Environment): void {
  for (const option of command.options.filter(hasVariable)) {
    const text = environment[option.variable ?? ''];
    if (text !== undefined) {
      command.setOptionValueWithSource(option.attributeName(), givenBy(option, text), 'env');
    }
  }
  for (const below of command.commands) takeVariables(below, environment);
}

export function isSwitch({ optional, required }: Option): boolean {
  return !required && !optional;
}

function hasVariable(option: Option): option is VariableOption {
  return option instanceof VariableOption && option.variable !== undefined;
}

/** A switch counts as given if its variable is set, with any value. */
function givenBy(option: Option, text: string): unknown {
  if (isSwitch(option)) return !option.negate;
  return option.parseArg ? option.parseArg(text, undefined) : text;
}
