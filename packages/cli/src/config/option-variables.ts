import type { Environment } from '@ops-admin/service';
import type { Command, Option } from 'commander';
import { VariableOption } from './variable-option.js';

/** The options of a command and of every command below it that have a variable. */
export function optionsBelow({ commands, options }: Command): readonly VariableOption[] {
  return [...options.filter(hasVariable), ...commands.flatMap(optionsBelow)];
}

/** Gives the options of a command, and of every command below it, what their variables say; the command line outvotes it. */
export function takeVariables(command: Command, environment: Environment): void {
  for (const option of command.options.filter(hasVariable)) {
    const text = environment[option.variable ?? ''];
    if (text !== undefined) {
      command.setOptionValueWithSource(option.attributeName(), givenBy(option, text), 'env');
    }
  }
  for (const below of command.commands) takeVariables(below, environment);
}

/** Whether an option is either given or not. */
export function isSwitch({ optional, required }: Option): boolean {
  return !required && !optional;
}

function hasVariable(option: Option): option is VariableOption {
  return option instanceof VariableOption && option.variable !== undefined;
}

/** The variable of a switch that is set gives it, whatever it says. */
function givenBy(option: Option, text: string): unknown {
  if (isSwitch(option)) return !option.negate;
  return option.parseArg ? option.parseArg(text, undefined) : text;
}
