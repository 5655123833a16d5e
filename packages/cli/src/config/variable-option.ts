import { Help, Option } from 'commander';

/** An option that a variable of the environment can also give. */
export class VariableOption extends Option {
  #variable: string | undefined;

  /** Not passed on to commander, which would read `process.env` for it and stop at an invalid value. */
  override env(name: string): this {
    this.#variable = name;
    return this;
  }

  get variable(): string | undefined {
    return this.#variable;
  }
}

const HELP = new Help();

/** How help describes an option: as commander does if it knows the variable. */
export function describeOption(option: Option): string {
  if (!(option instanceof VariableOption)) return HELP.optionDescription(option);
  return HELP.optionDescription(Object.assign(Object.create(option), { envVar: option.variable }));
}
