import type { Command } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import { describeUnknown } from '../usage-errors.js';

/** `help [command…]`: commander's own takes only one name. */
export const registerHelp: RegisterCommand = (program) => {
  program
    .helpCommand(false)
    .command('help')
    .description('show the help of a command')
    .argument('[command...]', 'a command, such as permissions remove')
    .action((path: readonly string[]) => {
      let shown: Command = program;
      for (const name of path) {
        const below = shown.commands.find((one) => one.name() === name);
        if (!below) return shown.error(`error: ${describeUnknown(shown, name)}`);
        shown = below;
      }
      shown.help();
    });
};
