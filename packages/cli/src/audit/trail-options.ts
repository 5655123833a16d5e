import {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  type AuditAction,
  type AuditSource,
  type Timestamp,
} from '@ops-admin/core';
import type { AuditSearch } from '@ops-admin/core/jobs';
import type { Command, Option } from 'commander';
import { VariableOption } from '../config/variable-option.js';
import type { DatabaseOption, JsonOption } from '../options.js';
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
    new VariableOption('--user <user>', 'whose permissions changed: an id or an e-mail'),
    new VariableOption(
      '--actor <actor>',
      'who made the change: an id, an e-mail, or a name on the command line',
    ),
    new VariableOption('--permission <permission>', 'exactly this permission was added or removed'),
    new VariableOption(
      '--module <module>',
      'a permission of this module was added or removed, such as billing',
    ).argParser(parseModule),
    new VariableOption('--action <action>', 'what was done').choices(AUDIT_ACTIONS),
    new VariableOption(
      '--changed [true|false]',
      'only entries that changed something; false: only entries that changed nothing',
    )
      .choices(['true', 'false'])
      .preset('true'),
    new VariableOption('--reason <text>', 'part of the reason, in upper or lower case'),
    new VariableOption(
      '--since <time>',
      'from this time: 2026-11-21, 2026-11-21T08:00:00Z, or 24h or 7d ago',
    ).argParser(parseMoment),
    new VariableOption('--until <time>', 'up to this time, written the same way').argParser(parseMoment),
    new VariableOption('--source <source>', 'where the change came from').choices(AUDIT_SOURCES),
    batchOption('the batch of the change'),
    new VariableOption('--after <id>', 'continue after this entry').argParser(parseEntryId),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

/** The filter that the options mean. */
export function searchOf(options: TrailOptions): AuditSearch {
  const { action, actor, after, batch, changed, module, permission, reason, since, source, until, user } =
    options;
  return {
    ...(action !== undefined && { action }),
    ...(changed !== undefined && { changed: changed === 'true' }),
    ...(module !== undefined && { module }),
    ...(reason !== undefined && { reason }),
    ...(user !== undefined && { user }),
    ...(actor !== undefined && { actor }),
    ...(after !== undefined && { afterId: after }),
    ...(batch !== undefined && { batch }),
    ...(permission !== undefined && { permission }),
    ...(since !== undefined && { since }),
    ...(source !== undefined && { source }),
    ...(until !== undefined && { until }),
  };
}
