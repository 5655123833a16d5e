import { type Environment, withoutEmpty } from '@ops-admin/service/config';
import { InvalidArgumentError, type Option } from 'commander';
import { isSwitch } from './option-variables.js';
import type { VariableOption } from './variable-option.js';

/** The environment, read for the options that take values from it. */
export interface ReadEnvironment {
  /** As the command takes it. */
  readonly environment: Environment;
  /** Problems of invalid values, by the name of the variable. The environment leaves these values out. */
  readonly mistakes: ReadonlyMap<string, string>;
}

const ON = /^(?:1|true|yes|on)$/i;
const OFF = /^(?:0|false|no|off)$/i;

/** Whether the variable of a switch is set, and not to a no. */
export function isSwitchedOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && !OFF.test(value);
}

/**
 * Reads the environment: a switch variable with 0, false, no or off counts as not set. Invalid values of options are left
 * out, so that one message can report all of them.
 */
export function readEnvironment(given: Environment, options: readonly VariableOption[]): ReadEnvironment {
  const environment = withoutEmpty(given);
  const mistakes = new Map<string, string>();
  for (const option of options) {
    const { variable = '' } = option;
    const value = environment[variable];
    if (value === undefined) continue;
    if (isSwitch(option) && !isSwitchedOn(value)) {
      delete environment[variable];
      continue;
    }
    const mistake = mistakeIn(option, value);
    if (mistake === undefined) continue;
    mistakes.set(variable, `${variable} is not valid. ${mistake}`);
    delete environment[variable];
  }
  return { environment, mistakes };
}

function mistakeIn(option: Option, value: string): string | undefined {
  if (isSwitch(option)) return ON.test(value) ? undefined : 'Write 1 or 0.';
  try {
    option.parseArg?.(value, undefined);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
}
