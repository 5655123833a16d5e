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

/** `--batch ID`; the variables of filters are their own, for one that is set for changes must hide no entry. */
export function batchOption(description: string): Option {
  return new VariableOption('--batch <id>', description);
}

/** The options that choose entries. */
export function addTrailOptions(command: Command): Command {
  const options = [
    new VariableOption('--user <user>', 'whose permissions were changed: an id or an e-mail'),
    new VariableOption(
      '--actor <actor>',
      'who changed them: an id, an e-mail, or a name on the command line',
    ),
    new VariableOption('--permission <permission>', 'a string that was added or removed, to the letter'),
    new VariableOption('--module <module>', 'the module of such a string, without service.').argParser(
      parseModule,
    ),
    new VariableOption('--action <action>', 'what was done').choices(AUDIT_ACTIONS),
    new VariableOption('--changed [true|false]', 'only what changed anything, or only what did not')
      .choices(['true', 'false'])
      .preset('true'),
    new VariableOption('--reason <text>', 'a part of the reason, in any case'),
    new VariableOption(
      '--since <time>',
      'the earliest: 2026-11-21, 2026-11-21T08:00:00Z, or 24h or 7d ago',
    ).argParser(parseMoment),
    new VariableOption('--until <time>', 'the latest, written the same way').argParser(parseMoment),
    new VariableOption('--source <source>', 'how the change came in').choices(AUDIT_SOURCES),
    batchOption('the run that the change belongs to'),
    new VariableOption('--after <id>', 'only what comes after this entry').argParser(parseEntryId),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

/** What the options mean. */
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
