import type { Command } from 'commander';

/** Names of options in other programs, and ours; the first that a command has is meant. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['delete', ['remove', 'unlink', 'clear']],
  ['get', ['show', 'list']],
  ['grant', ['add']],
  ['info', ['show']],
  ['ls', ['list']],
  ['revoke', ['remove']],
  ['rm', ['remove', 'unlink', 'clear']],
  ['undo', ['revert']],
]);

/** Reports mistakes in the command line like every other error, for a command and all below it. */
export function reportUsageErrors(command: Command, present: (message: string) => string): void {
  command.configureOutput({
    ...command.configureOutput(),
    outputError: (text, write) => write(present(describeUsageError(command, text))),
  });
  for (const below of command.commands) reportUsageErrors(below, present);
}

/** The message for an unknown command name. */
export function describeUnknown(command: Command, name: string, suggestion = ''): string {
  const names = command.commands.map((below) => below.name());
  const meant = OTHER_NAMES.get(name)?.find((other) => names.includes(other));
  const unknown = `unknown command '${name}'`;
  if (meant !== undefined) return `${unknown}\n(Did you mean ${meant}?)`;
  if (suggestion !== '') return `${unknown}\n${suggestion}`;
  return command.parent ? `${unknown}; there are ${listed(names)}` : unknown;
}

/** Commander's messages begin in their own way. */
function describeUsageError(command: Command, text: string): string {
  const message = text.replace(/^error: /, '').trimEnd();
  const [, name, suggestion] = /^unknown command '(.*?)'(?:\n(\(Did you mean .*))?$/s.exec(message) ?? [];
  return name === undefined ? message : describeUnknown(command, name, suggestion);
}

function listed(names: readonly string[]): string {
  const others = names.filter((name) => name !== 'help');
  return [others.slice(0, -1).join(', '), others.at(-1)].filter(Boolean).join(' and ');
}
