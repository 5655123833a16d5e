import { statSync } from 'node:fs';
import { type ChangeRules, type Logger, ok, type Result } from '@ops-admin/core';
import type { PermissionCatalogue } from '@ops-admin/core/operations';
import type { Config } from '../config/config.js';
import type { InvalidConfig } from '../config/read-config.js';
import { readCatalogue } from './read-catalogue.js';

/** The requirements of the configuration for changes. Errors: `invalid-config` if the catalogue cannot be used. */
export function openChangeRules(
  { catalogue: { file, isStrict }, requiredReason: reason }: Config,
  log: Pick<Logger, 'info' | 'warn'>,
): Result<ChangeRules, InvalidConfig> {
  if (file === undefined) return ok({ reason });
  // Before the file is read: a newer one is then noticed as changed.
  const seen = stateOf(file);
  return readCatalogue(file)
    .map((first) => ({ catalogue: followed(file, first, seen, log), isStrict, reason }))
    .mapErr((problem) => ({ type: 'invalid-config', problems: [`OPS_PERMISSIONS: ${problem}`] }));
}

/** Reads the file again when it has changed. One that cannot be used is logged once, and changes nothing. */
function followed(
  file: string,
  first: PermissionCatalogue,
  firstSeen: string,
  log: Pick<Logger, 'info' | 'warn'>,
): () => PermissionCatalogue {
  let inUse = first;
  let seen = firstSeen;
  /** Whether the disk was looked at in this turn of the event loop. */
  let isFresh = false;
  return () => {
    if (isFresh) return inUse;
    isFresh = true;
    setImmediate(() => {
      isFresh = false;
    }).unref();
    const state = stateOf(file);
    if (state === seen) return inUse;
    seen = state;
    readCatalogue(file).match(
      (changed) => {
        inUse = changed;
        log.info({ file, permissions: changed.permissions.size }, 'the catalogue of permissions has changed');
      },
      (problem) => log.warn({ file, problem }, 'the changed catalogue of permissions cannot be used'),
    );
    return inUse;
  };
}

/** A text that changes with the file; empty if the file is missing. */
function stateOf(file: string): string {
  try {
    const { ctimeMs, dev, ino, mtimeMs, size } = statSync(file);
    return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return '';
  }
}
