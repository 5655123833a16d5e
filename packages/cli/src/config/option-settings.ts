import type { Environment, Setting } from '@ops-admin/service';
import type { Command } from 'commander';
import { isSwitch } from './option-variables.js';
import { VariableOption } from './variable-option.js';

/** The settings in effect from options: those of a parsed command, and those of other commands whose variable is set. */
export function optionSettings(
  command: Command,
  otherOptions: readonly VariableOption[],
  environment: Environment,
): Setting[] {
  const others = otherOptions.flatMap(({ variable: name = '' }): Setting[] => {
    const value = environment[name];
    return value === undefined ? [] : [{ name, value, source: 'environment' }];
  });
  const own = command.options.flatMap((option) =>
    option instanceof VariableOption && option.variable !== undefined
      ? [settingOf(command, option, option.variable)]
      : [],
  );
  return [...others, ...own];
}

const SOURCES: Readonly<Record<string, Setting['source']>> = { cli: 'command line', env: 'environment' };

function settingOf(command: Command, option: VariableOption, name: string): Setting {
  const attribute = option.attributeName();
  const value: unknown = command.getOptionValue(attribute) ?? (isSwitch(option) ? false : null);
  const source = SOURCES[command.getOptionValueSource(attribute) ?? ''] ?? 'default';
  return { name, value: value === null ? null : String(value), source };
}
