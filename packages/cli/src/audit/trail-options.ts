import { AUDIT_ACTIONS, AUDIT_SOURCES, type AuditListQuery } from '@ops-admin/core';
import { Option } from 'commander';
import { parseBatch } from '../bulk/change-options.js';
import { given } from '../given.js';
import { type DatabaseOption, type JsonOption, parseText } from '../options.js';
import { parseEntryId, parseModule, parseSince, parseUntil } from './trail-values.js';

export interface TrailOptions
  extends DatabaseOption,
    JsonOption,
    Omit<AuditListQuery, 'before' | 'changed' | 'limit'> {
  readonly changed?: 'true' | 'false';
}

/** `--batch ID`. Filters have separate variables: one that is set for changes must not hide entries. */
export function batchOption(description: string): Option {
  return new Option('--batch <id>', description);
}

export function trailOptions(): Option[] {
  return [
    new Option('--user <user>', 'whose permissions changed: an id or an e-mail').argParser(parseText),
    new Option(
      '--actor <actor>',
      'who made the change: an id, an e-mail, or a name on the command line',
    ).argParser(parseText),
    new Option(
      '--permission <permission>',
      'exactly this permission was added or removed, or got another end',
    ).argParser(parseText),
    new Option(
      '--module <module>',
      'a permission of this module, such as billing, was added or removed, or got another end',
    ).argParser(parseModule),
    new Option('--action <action>', 'the kind of change').choices(AUDIT_ACTIONS),
    new Option(
      '--changed [true|false]',
      'only entries that changed something; false: only entries that changed nothing',
    )
      .choices(['true', 'false'])
      .preset('true'),
    new Option('--reason <text>', 'part of the reason, in upper or lower case').argParser(parseText),
    new Option(
      '--since <time>',
      'from this time: 2026-11-21 (its first moment in UTC), 2026-11-21T08:00:00Z, or 24h or 7d ago',
    ).argParser(parseSince),
    new Option(
      '--until <time>',
      'up to this time, written the same way; a date is its last moment in UTC',
    ).argParser(parseUntil),
    new Option('--source <source>', 'where the change came from').choices(AUDIT_SOURCES),
    batchOption('the batch of the change').argParser(parseBatch),
    new Option('--after <id>', 'continue after this entry').argParser(parseEntryId),
  ];
}

/** Returns the query of the options; `--after` follows the order of the list. */
export function searchOf(options: TrailOptions, oldestFirst: boolean): Omit<AuditListQuery, 'limit'> {
  const { action, actor, after, batch, changed, module, permission, reason, since, source, until, user } =
    options;
  return given({
    ...{ action, actor, batch, module, permission, reason, since, source, until, user },
    changed: changed === undefined ? undefined : changed === 'true',
    after: oldestFirst ? (after ?? 0) : undefined,
    before: oldestFirst ? undefined : after,
  });
}
