import { Command, type Option } from 'commander';

/** A command that takes several options in one call. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Adds options, in the order in which help shows them. */
  addOptions(...options: readonly Option[]): this {
    for (const option of options) this.addOption(option);
    return this;
  }
}
