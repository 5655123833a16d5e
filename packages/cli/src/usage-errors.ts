import type { Command } from 'commander';

/** Names in other programs, and ours: the first of these that a group has are meant. */
const OTHER_NAMES: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['add', [['create'], ['link']]],
  ['backups', [['db']]],
  ['database', [['db']]],
  ['delete', [['deactivate', 'erase'], ['remove'], ['withdraw'], ['clear']]],
  ['department', [['departments']]],
  ['disable', [['deactivate']]],
  ['edit', [['update']]],
  ['enable', [['activate']]],
  ['entries', [['list']]],
  ['find', [['list'], ['holders']]],
  ['get', [['show', 'list'], ['list']]],
  ['give', [['add']]],
  ['grant', [['add'], ['permissions']]],
  ['info', [['show'], ['list']]],
  ['key', [['keys']]],
  ['log', [['list'], ['audit']]],
  ['logs', [['list'], ['audit']]],
  ['ls', [['list']]],
  ['new', [['create'], ['add']]],
  ['permission', [['permissions']]],
  ['revoke', [['remove'], ['withdraw'], ['permissions']]],
  ['rm', [['remove'], ['deactivate', 'erase'], ['clear']]],
  ['search', [['list'], ['known']]],
  ['set', [['update'], ['apply']]],
  ['tokens', [['token']]],
  ['trail', [['audit']]],
  ['undo', [['revert'], ['audit']]],
  ['user', [['users']]],
  ['view', [['show']]],
  ['who', [['holders'], ['whoami']]],
  ['who-can', [['holders']]],
]);

/** Options that hold a secret in other programs. */
const SECRETS: ReadonlyMap<string, string> = new Map([
  ['--token', 'OPS_TOKEN, or OPS_TOKEN_FILE to the file that holds it'],
  ['--password', 'OPS_DB_PASSWORD, or OPS_DB_PASSWORD_FILE to the file that holds it'],
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
  const unknown = `unknown command '${name}'`;
  const meant = meantBy(command, name);
  if (meant.length > 0) return `${unknown}\n(Did you mean ${meant.join(' or ')}?)`;
  if (suggestion !== '') return `${unknown}\n${suggestion}`;
  return command.parent ? `${unknown}; the commands are ${listed(namesBelow(command))}` : unknown;
}

function meantBy(command: Command, name: string): readonly string[] {
  const names = namesBelow(command);
  const meant = OTHER_NAMES.get(name)
    ?.map((group) => group.filter((one) => names.includes(one)))
    .find((group) => group.length > 0);
  if (meant) return meant;
  // The other way round: import users, not users import.
  const turned = command.parent?.commands.find((one) => one.name() === name);
  return turned && namesBelow(turned).includes(command.name()) ? [`${name} ${command.name()}`] : [];
}

function namesBelow({ commands }: Command): string[] {
  return commands.map((below) => below.name());
}

/** Commander's messages begin in their own way. */
function describeUsageError(command: Command, text: string): string {
  const message = text.replace(/^error: /, '').trimEnd();
  const [, name, suggestion] = /^unknown command '(.*?)'(?:\n(\(Did you mean .*))?$/s.exec(message) ?? [];
  if (name !== undefined) return describeUnknown(command, name, suggestion);
  const [, flag = ''] = /^unknown option '(--\w+)/.exec(message) ?? [];
  const variable = SECRETS.get(flag);
  // Its value is not repeated.
  return variable ? `unknown option '${flag}': a secret is never an argument; set ${variable}` : message;
}

function listed(names: readonly string[]): string {
  const others = names.filter((name) => name !== 'help');
  return [others.slice(0, -1).join(', '), others.at(-1)].filter(Boolean).join(' and ');
}
