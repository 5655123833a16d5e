import { Argument } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import type { Shell } from '../completion/completion-script.js';

/** `completion bash|zsh|fish` */
export const registerCompletion: RegisterCommand = (program, { io }) => {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish'] satisfies Shell[]))
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/completion-script.js');
      io.stdout.write(completionScript(shell, program));
    });
};
