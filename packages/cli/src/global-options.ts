import { type Command, Option } from 'commander';
import { parseWait } from './options.js';

/** Options of many commands, used where the commands are run. */
export interface GivenOptions {
  readonly actor?: string;
  readonly dryRun?: boolean;
  readonly newKey?: boolean;
  /** Seconds. */
  readonly wait?: number;
}

/** Adds the common options to every command that writes to the audit log, or signs. */
export function addWriteOptions(command: Command, path = ''): void {
  for (const below of command.commands) addWriteOptions(below, `${path} ${below.name()}`.trim());
  if (command.commands.length > 0) return;
  const hasActor = command.options.some(({ flags }) => flags === '--actor <name>') && path !== 'whoami';
  const isChange = hasActor || path.startsWith('import ');
  if (isChange) {
    command.addOption(
      new Option('--wait <time>', 'wait this long for another program that writes, at most 1h')
        .argParser(parseWait)
        .default(5, '5s'),
    );
  }
  if (isChange || path === 'serve' || path === 'token issue') {
    command.addOption(
      new Option(
        '--new-key',
        'continue with a new key if the key file lacks the key of the newest audit entry',
      ),
    );
  }
}
