import { type Command, Option } from 'commander';

/** What is given to commands of many kinds, and taken into account where they are run. */
export interface GivenOptions {
  readonly dryRun?: boolean;
  readonly newKey?: boolean;
}

/** Gives every command that writes to the audit trail, or signs, what all of them take. */
export function addWriteOptions(command: Command, path = ''): void {
  for (const below of command.commands) addWriteOptions(below, `${path} ${below.name()}`.trim());
  const isWriting = command.options.some(({ long }) => long === '--actor') || OTHER_WRITERS.test(path);
  if (command.commands.length > 0 || !isWriting) return;
  command.addOption(
    new Option('--new-key', 'go on where the key file lacks the key of the newest audit entry'),
  );
}

const OTHER_WRITERS = /^(?:serve|token issue|import \w+)$/;
