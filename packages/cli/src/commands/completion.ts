import { Argument } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import type { Shell } from '../completion/completion-script.js';
import { offeredValues, PART_OF, VALUE_KINDS, type ValueKind } from '../completion/offered-values.js';
import { type DatabaseOption, databaseOption, existing } from '../options.js';
import { serverOption } from '../remote/server-option.js';

/** `completion bash|zsh|fish`, and the command that the script for bash asks for what is in the database */
export const registerCompletion: RegisterCommand = (program, { io, run }) => {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish'] satisfies Shell[]))
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/completion-script.js');
      io.stdout.write(completionScript(shell, program));
    });

  program
    .command('complete', { hidden: true })
    .description('print what can be typed, one a line')
    .addArgument(new Argument('<kind>').choices(VALUE_KINDS))
    .argument('<typed>')
    .addOptions(databaseOption(), serverOption())
    .action((kind: ValueKind, typed: string, options: DatabaseOption) =>
      run({}, existing(options, [PART_OF[kind]]), ({ parts }) =>
        offeredValues(parts, kind, typed).map((lines) => ({ json: lines, lines })),
      ),
    );
};
