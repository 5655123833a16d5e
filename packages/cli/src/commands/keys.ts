import { existsSync } from 'node:fs';
import { err, ok, type ResultAsync } from '@ops-admin/core';
import type { KeyCare } from '@ops-admin/service';
import { keyFileOf } from '@ops-admin/service/config';
import type { CliError } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { keysReport, type ListedKey } from '../present/keys.js';

type Options = DatabaseOption & JsonOption;

/** `keys list|add|rotate` */
export const registerKeys: RegisterCommand = (program, { run }) => {
  const keys = program
    .command('keys')
    .description('list, add and rotate the keys that sign tokens and seal the audit trail');

  const register = (
    verb: string,
    description: string,
    work: (care: KeyCare) => ResultAsync<readonly ListedKey[], CliError>,
  ) =>
    keys
      .command(verb)
      .description(description)
      .addOption(databaseOption())
      .addOption(jsonOption())
      .action((options: Options) =>
        run(
          options,
          {
            database: options.db,
            needs: ['keyCare'],
            check: (config) => {
              const file = keyFileOf(config, options.db);
              if (existsSync(file)) return ok(undefined);
              const message = `cannot use the key file ${file}: there is no such file; name it in OPS_AUTH_KEYS, or the database it is next to with --db`;
              return err({ type: 'invalid-input', message });
            },
          },
          ({ parts }) => work(parts.keyCare).map(keysReport),
        ),
      );
  register('list', 'list the keys in the key file, without their secrets', (care) => care.list());
  register(
    'add',
    'add a key of each kind, not in use yet; then copy the key file to every instance',
    (care) => care.add(),
  );
  register('rotate', 'use the newest keys; the older keys still check what they signed', (care) =>
    care.rotate(),
  );
};
