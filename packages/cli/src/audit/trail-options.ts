import {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  type AuditAction,
  type AuditListQuery,
  type AuditSource,
  type Timestamp,
} from '@ops-admin/core';
import type { Command, Option } from 'commander';
import { parseBatch } from '../bulk/batch-option.js';
import { VariableOption } from '../config/variable-option.js';
import { type DatabaseOption, type JsonOption, parseText } from '../options.js';
import { parseEntryId, parseModule, parseMoment } from './trail-values.js';

/** Which entries are meant. */
export interface TrailOptions extends DatabaseOption, JsonOption {
  readonly user?: string;
  readonly actor?: string;
  readonly action?: AuditAction;
  readonly permission?: string;
  readonly module?: string;
  readonly changed?: 'true' | 'false';
  readonly reason?: string;
  readonly since?: Timestamp;
  readonly until?: Timestamp;
  readonly source?: AuditSource;
  readonly batch?: string;
  readonly after?: number;
}

/** `--batch ID`. Filters have separate variables: one that is set for changes must not hide entries. */
export function batchOption(description: string): Option {
  return new VariableOption('--batch <id>', description);
}

/** The options that choose entries. */
export function addTrailOptions(command: Command): Command {
  const options = [
    new VariableOption('--user <user>', 'whose permissions changed: an id or an e-mail').argParser(parseText),
    new VariableOption(
      '--actor <actor>',
      'who made the change: an id, an e-mail, or a name on the command line',
    ).argParser(parseText),
    new VariableOption(
      '--permission <permission>',
      'exactly this permission was added or removed, or got another end',
    ).argParser(parseText),
    new VariableOption(
      '--module <module>',
      'the same of any permission of a module, such as billing',
    ).argParser(parseModule),
    new VariableOption('--action <action>', 'what was done').choices(AUDIT_ACTIONS),
    new VariableOption(
      '--changed [true|false]',
      'only entries that changed something; false: only entries that changed nothing',
    )
      .choices(['true', 'false'])
      .preset('true'),
    new VariableOption('--reason <text>', 'part of the reason, in upper or lower case').argParser(parseText),
    new VariableOption(
      '--since <time>',
      'from this time: 2026-11-21, 2026-11-21T08:00:00Z, or 24h or 7d ago',
    ).argParser(parseMoment),
    new VariableOption('--until <time>', 'up to this time, written the same way').argParser(parseMoment),
    new VariableOption('--source <source>', 'where the change came from').choices(AUDIT_SOURCES),
    batchOption('the batch of the change').argParser(parseBatch),
    new VariableOption('--after <id>', 'continue after this entry').argParser(parseEntryId),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

/** The list that the options mean; `--after` is about its order. */
export function searchOf(options: TrailOptions, oldestFirst: boolean): Omit<AuditListQuery, 'limit'> {
  const { action, actor, after, batch, changed, module, permission, reason, since, source, until, user } =
    options;
  return {
    ...(action !== undefined && { action }),
    ...(changed !== undefined && { changed: changed === 'true' }),
    ...(module !== undefined && { module }),
    ...(reason !== undefined && { reason }),
    ...(user !== undefined && { user }),
    ...(actor !== undefined && { actor }),
    ...(oldestFirst ? { after: after ?? 0 } : after !== undefined && { before: after }),
    ...(batch !== undefined && { batch }),
    ...(permission !== undefined && { permission }),
    ...(since !== undefined && { since }),
    ...(source !== undefined && { source }),
    ...(until !== undefined && { until }),
  };
}
