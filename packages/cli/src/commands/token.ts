import { err, FindUser, ok, ResultAsync } from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import { keysOf } from '../config/files.js';
import { VariableOption } from '../config/variable-option.js';
import {
  type DatabaseOption,
  databaseOption,
  existingDatabase,
  type JsonOption,
  jsonOption,
  parseDuration,
} from '../options.js';

interface Options extends DatabaseOption, JsonOption {
  readonly user: string;
  /** Seconds. */
  readonly ttl: number;
}

const TOKENS_ELSEWHERE = 'a provider is set up, which issues the tokens; unset OPS_AUTH_* for local keys';

/** `token issue` */
export const registerToken: RegisterCommand = (program, { run }) => {
  const token = program.command('token').description('make access tokens, signed with the local keys');

  token
    .command('issue')
    .description('print a token of a user')
    .addOption(
      new VariableOption('--user <user>', 'an id or an e-mail').env('OPS_USER').makeOptionMandatory(),
    )
    .addOption(
      new VariableOption('--ttl <time>', 'how long it is valid')
        .env('OPS_TTL')
        .argParser(parseDuration)
        .default(3600, '1h'),
    )
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(
        options,
        (config) =>
          config.provider
            ? err({ type: 'invalid-input', message: TOKENS_ELSEWHERE })
            : ok({
                ...existingDatabase(options),
                keys: keysOf(config, options),
                tokens: true,
              }),
        ({ adapters, container }) =>
          container
            .get(FindUser)
            .execute(options.user)
            .andThen(({ id }) =>
              ResultAsync.fromSafePromise(adapters.auth()).andThen(({ LOCAL_TOKEN_ISSUER }) =>
                container.get(LOCAL_TOKEN_ISSUER).issue(id, options.ttl),
              ),
            )
            .map((issued) => ({ json: { token: issued }, lines: [issued] })),
      ),
    );
};
