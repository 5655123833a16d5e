import { InvalidArgumentError, type Option } from 'commander';
import { isSwitch } from './option-variables.js';

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
 * that of a switch which says 0, false, no or off. Commander would stop at the first value that it cannot take, so they are
 * taken from it.
 */
export function readEnvironment(given: Environment, options: readonly Option[]): ReadEnvironment {
  const switches = new Set(options.filter(isSwitch).map(({ envVar }) => envVar));
  const isSet = ([name, value = '']: [string, string | undefined]) =>
    !name.startsWith('OPS_') || (value !== '' && !(switches.has(name) && OFF.test(value)));
  const environment = Object.fromEntries(Object.entries(given).filter(isSet));
  const mistakes = new Map<string, string>();
  for (const option of options) {
    const { envVar = '' } = option;
    const value = environment[envVar];
    const mistake = value === undefined ? undefined : mistakeIn(option, value);
    if (mistake === undefined) continue;
    mistakes.set(envVar, `${envVar} is not valid. ${mistake}`);
    delete environment[envVar];
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
