import type { Request } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import { existing } from '../options.js';
import type { MadeOptions } from './change-options.js';
import { checkReason } from './open-run.js';

/** Requests what a change of users or departments needs; a dry run only reads. */
export function requestChange<Needed extends keyof CommandParts>(
  options: MadeOptions,
  needs: readonly Needed[],
): Request<Needed> {
  return options.dryRun
    ? { ...existing(options, needs), access: 'read', keys: 'if-there' }
    : { ...existing(options, needs), check: checkReason(options) };
}
