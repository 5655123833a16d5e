import { existsSync } from 'node:fs';
import { err, ok } from '@ops-admin/core';
import { keyFileOf } from '@ops-admin/service/config';
import type { RegisterCommand, Request } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import { type OperatorOptions, operatorAs, operatorOptions } from '../operator.js';
import { type DatabaseOption, databaseOption, existing, type JsonOption, jsonOption } from '../options.js';
import { keysReport, publicKeysReport } from '../present/keys.js';

type Options = DatabaseOption & JsonOption;

export const registerKeys: RegisterCommand = (program, { run }) => {
  const keys = program
    .command('keys')
    .description('list, add, rotate and withdraw the keys that sign tokens and seal the audit log');

  keys
    .command('list')
    .description('list the keys in the key file, without their secrets')
    .option('--public', 'print the public keys as a JWK Set, for audit verify --public')
    .addOptions(databaseOption(), jsonOption())
    .action((options: Options & { readonly public?: boolean }) =>
      run(options, onKeyFile(options), ({ parts: { keyCare } }) =>
        options.public ? keyCare.listPublic().map(publicKeysReport) : keyCare.list().map(keysReport),
      ),
    );

  keys
    .command('add')
    .description('add a key of each kind, not in use yet; then copy the key file to every instance')
    .addOptions(databaseOption(), jsonOption())
    .action((options: Options) =>
      run(options, onKeyFile(options), ({ parts }) => parts.keyCare.add().map(keysReport)),
    );

  keys
    .command('rotate')
    .description('use the newest keys, with an entry in the audit log; older keys prove nothing newer')
    .addOptions(...operatorOptions(), databaseOption(), jsonOption())
    .action((options: Options & OperatorOptions) => {
      const { check } = onKeyFile(options);
      const request: Request<'keyRotation'> = {
        ...existing(options, ['keyRotation']),
        keys: 'require',
        ...(check && { check }),
      };
      return run(options, request, ({ parts }) =>
        parts.keyRotation.rotate(operatorAs('cli', options)).map(keysReport),
      );
    });

  keys
    .command('withdraw')
    .description('take out a key that is no longer in use: its tokens are refused within a second')
    .argument('<id>', 'the id of the key, as keys list prints it')
    .addOptions(databaseOption(), jsonOption())
    .action((id: string, options: Options) =>
      run(options, onKeyFile(options), ({ parts }) => parts.keyCare.withdraw(id).map(keysReport)),
    );
};

/** Work on the key file alone, which must be there. */
function onKeyFile({ db }: Options): Request<keyof Pick<CommandParts, 'keyCare'>> {
  return {
    database: db,
    needs: ['keyCare'],
    check: (config) => {
      const file = keyFileOf(config, db);
      if (existsSync(file)) return ok(undefined);
      const message = `cannot use the key file ${file}: the file does not exist; name it in OPS_AUTH_KEYS, or the database it is next to with --db`;
      return err({ type: 'invalid-input', message });
    },
  };
}
