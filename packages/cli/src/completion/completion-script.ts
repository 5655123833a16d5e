import type { Command } from 'commander';
import { bashScript } from './bash-script.js';
import { type CommandNode, readCommandTree } from './command-tree.js';
import { fishScript } from './fish-script.js';
import { zshScript } from './zsh-script.js';

/** The shells that have a script. */
export type Shell = 'bash' | 'fish' | 'zsh';

const SCRIPTS: Readonly<Record<Shell, (name: string, tree: CommandNode) => string>> = {
  bash: bashScript,
  fish: fishScript,
  zsh: zshScript,
};

/** A completion script for a program, made from the program itself. */
export function completionScript(shell: Shell, program: Command): string {
  return SCRIPTS[shell](program.name(), readCommandTree(program));
}
