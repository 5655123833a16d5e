import { InvalidArgumentError, type Option } from 'commander';
import { isSwitch } from './option-variables.js';
import type { VariableOption } from './variable-option.js';

/** The variables of the environment, by name. */
export type Environment = Record<string, string | undefined>;

/** The environment, read with an eye on the options that take values from it. */
export interface ReadEnvironment {
  /** As the command takes it. */
  readonly environment: Environment;
  /** What is wrong with values that an option does not take, by the name of their variable. They are left out. */
  readonly mistakes: ReadonlyMap<string, string>;
}

const OFF = /^(?:0|false|no|off)$/i;

/**
 * Reads the environment: an empty `OPS_*` variable is one that is not set, as shells and compose files have it, and so is
 * that of a switch which says 0, false, no or off. Values that an option cannot take are left out, so that all of
 * them can be told at once.
 */
export function readEnvironment(given: Environment, options: readonly VariableOption[]): ReadEnvironment {
  const switches = new Set(options.filter(isSwitch).map(({ variable }) => variable));
  const isSet = ([name, value = '']: [string, string | undefined]) =>
    !name.startsWith('OPS_') || (value !== '' && !(switches.has(name) && OFF.test(value)));
  const environment = Object.fromEntries(Object.entries(given).filter(isSet));
  const mistakes = new Map<string, string>();
  for (const option of options) {
    const { variable = '' } = option;
    const value = environment[variable];
    const mistake = value === undefined ? undefined : mistakeIn(option, value);
    if (mistake === undefined) continue;
    mistakes.set(variable, `${variable} is not valid. ${mistake}`);
    delete environment[variable];
  }
  return { environment, mistakes };
}

function mistakeIn({ parseArg }: Option, value: string): string | undefined {
  try {
    parseArg?.(value, undefined);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
}
