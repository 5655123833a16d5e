import { Argument } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import { type Candidate, completeLine } from '../completion/complete-line.js';
import { COMPLETION_SCRIPTS, type Shell } from '../completion/completion-scripts.js';

/** `completion bash|zsh|fish`, and the command that the scripts run to complete a line */
export const registerCompletion: RegisterCommand = (program, { io }) => {
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
    .action((shell: Shell, words: string[]) => {
      for (const candidate of completeLine(program, words)) io.stdout.write(`${lineFor(shell, candidate)}\n`);
    });
};

function lineFor(shell: Shell, { description, word }: Candidate): string {
  if (shell === 'bash' || description === '') return word;
  return `${word}${shell === 'zsh' ? ':' : '\t'}${description}`;
}
