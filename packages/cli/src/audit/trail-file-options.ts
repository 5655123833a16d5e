import { existsSync } from 'node:fs';
import { isPostgresUrl } from '@ops-admin/service/config';
import { Option } from 'commander';
import type { Request } from '../command-context.js';
import { existing } from '../options.js';
import type { TrailOptions } from './trail-options.js';

/** `--in FILE` */
export function inOption(): Option {
  return new Option('--in <file>', 'list entries of a file that audit archive or audit export wrote');
}

/** `--public FILE` */
export function publicOption(): Option {
  return new Option(
    '--public <file>',
    'the public keys that keys list --public printed; no secret is needed',
  );
}

/** Listed, and not proven. */
export const NOT_VERIFIED =
  'the file was not verified: there is no key file; name its public keys with --public FILE';

/** What a list of a file needs: keys, if there are any, and whoever has an e-mail from the database, if that is there. */
export function readingFile(
  options: TrailOptions,
  publicKeys: string | undefined,
): Request<'trailFiles' | 'users'> {
  const { actor = '', db, user = '' } = options;
  const hasEmail = user.includes('@') || (actor.includes('@') && !actor.includes(':'));
  const asksDatabase = hasEmail || isPostgresUrl(db) || existsSync(db);
  return {
    ...existing(options, asksDatabase ? ['trailFiles', 'users'] : ['trailFiles']),
    keys: 'if-there',
    ...(publicKeys !== undefined && { publicKeys }),
  };
}
