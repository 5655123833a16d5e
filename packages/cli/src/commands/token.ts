import { err, ok } from '@ops-admin/core';
import { Option } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import {
  type DatabaseOption,
  databaseOption,
  existing,
  type JsonOption,
  jsonOption,
  parseDuration,
} from '../options.js';

interface Options extends DatabaseOption, JsonOption {
  readonly user: string;
  /** Seconds. */
  readonly ttl: number;
}

const TOKENS_ELSEWHERE = 'the identity provider issues the tokens; unset OPS_AUTH_* to use the local keys';

export const registerToken: RegisterCommand = (program, { run }) => {
  const token = program.command('token').description('issue access tokens, signed with the local keys');

  token
    .command('issue')
    .description('print an access token for a user')
    .requiredOption('--user <user>', 'an id or an e-mail')
    .addOption(
      new Option('--ttl <time>', 'how long it is valid').argParser(parseDuration).default(3600, '1h'),
    )
    .addOptions(databaseOption(), jsonOption())
    .action((options: Options) =>
      run(
        options,
        {
          ...existing(options, ['tokenIssue']),
          check: ({ provider }) =>
            provider ? err({ type: 'invalid-input', message: TOKENS_ELSEWHERE }) : ok(undefined),
        },
        ({ parts }) =>
          parts.tokenIssue
            .issue(options.user, options.ttl)
            .map((issued) => ({ json: { token: issued }, lines: [issued] })),
      ),
    );
};
