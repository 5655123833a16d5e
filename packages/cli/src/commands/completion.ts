import { Argument, type Command } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import { completeLine } from '../completion/complete-line.js';
import { COMPLETION_SCRIPTS, type Shell } from '../completion/completion-scripts.js';
import { offeredValues, PART_OF } from '../completion/offered-values.js';
import { lineFor, wordsOf } from '../completion/shell-words.js';
import { type DatabaseOption, databaseOption, existing } from '../options.js';
import { serverOption } from '../remote/server-option.js';

/** `completion bash|zsh|fish`, and the command that the scripts run to complete a line */
export const registerCompletion: RegisterCommand = (program, { io, run }) => {
  const shells = () => new Argument('<shell>', 'the shell').choices(Object.keys(COMPLETION_SCRIPTS));
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(shells())
    .action((shell: Shell) => void io.stdout.write(COMPLETION_SCRIPTS[shell]));

  program
    .command('complete', { hidden: true })
    .description('print the words that complete a line, one a line')
    .addArgument(shells())
    .argument('[words...]')
    .addOptions(databaseOption(), serverOption())
    .action((shell: Shell, pieces: string[], { db }: DatabaseOption, command: Command) => {
      const { candidates, kind, place, prefix, typed } = completeLine(program, wordsOf(shell, pieces));
      for (const candidate of candidates) io.stdout.write(`${lineFor(shell, candidate, pieces)}\n`);
      if (kind === undefined || candidates.length > 0) return undefined;
      if (place.db !== undefined || place.server !== undefined) {
        const server = place.server && serverOption().parseArg?.(place.server, undefined);
        command.setOptionValueWithSource('server', server, 'cli');
      }
      return run({}, existing({ db: place.db ?? db }, [PART_OF[kind]]), ({ parts }) =>
        offeredValues(parts, kind, typed).map((values) => ({
          json: values,
          lines: values.map((value) =>
            lineFor(shell, { word: `${prefix}${value}`, description: '' }, pieces),
          ),
        })),
      );
    });
};
