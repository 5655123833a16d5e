import type { Argument, Command, Option } from 'commander';
import { describeOption } from '../dist/config/variable-option.js';
import { EXAMPLES } from '../dist/help/examples.js';
import { ioOf } from '../dist/io.js';
import { buildProgram } from '../dist/run-cli.js';

/** A command that can be run, with its whole help. */
export interface CommandEntry {
  /** With the name of the program, such as `ops-admin audit list`. */
  readonly name: string;
  readonly usage: string;
  /** A sentence. */
  readonly description: string;
  readonly terms: readonly { readonly term: string; readonly description: string }[];
  readonly examples: readonly string[];
}

/** The command with everything below it, as a run builds it. */
export function program(): Command {
  const nothing = () => {
    throw new Error('no command is run here');
  };
  return buildProgram({ io: ioOf(process, []), run: nothing, fail: nothing });
}

/** Every command that can be run, in the order of the help. */
export function commandEntries(command: Command = program(), path = ''): CommandEntry[] {
  const visible = command.commands.filter((below) =>
    command.createHelp().visibleCommands(command).includes(below),
  );
  if (visible.length > 0) {
    return visible.flatMap((below) => commandEntries(below, `${path} ${below.name()}`.trim()));
  }
  const help = command.createHelp();
  const options = (help.visibleOptions(command) as Option[]).filter(({ long }) => long !== '--help');
  const terms = [
    ...(command.registeredArguments as Argument[]).map((argument) => ({
      term: help.argumentTerm(argument),
      description: help.argumentDescription(argument),
    })),
    ...options.map((option) => ({ term: help.optionTerm(option), description: describeOption(option) })),
  ];
  return [
    {
      name: `ops-admin ${path}`,
      usage: help.commandUsage(command),
      description: sentence(command.description()),
      terms,
      examples: EXAMPLES[path] ?? [],
    },
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
