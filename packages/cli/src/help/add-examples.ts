import type { Command } from 'commander';
import { EXAMPLES } from './examples.js';

/** Ends the help of a command, and of every command below it, with its examples. */
export function addExamples(command: Command, path = ''): void {
  const below = command.commands.map((one) => ({ one, itsPath: `${path} ${one.name()}`.trim() }));
  const firsts = below.flatMap(({ itsPath }) => EXAMPLES[itsPath]?.slice(0, 1) ?? []);
  const examples = EXAMPLES[path] ?? firsts;
  const lines = ['', 'Examples:', ...examples.map((example) => `  ${example}`)];
  if (examples.length > 0) command.addHelpText('after', lines.join('\n'));
  for (const { itsPath, one } of below) addExamples(one, itsPath);
}
