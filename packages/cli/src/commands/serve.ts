import { err, ok, ResultAsync } from '@ops-admin/core';
import { type InvalidInput, invalidInput } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import { VariableOption } from '../config/variable-option.js';
import { databaseOption, jsonOption, parseHost, parsePort } from '../options.js';
import type { ServeOptions } from '../serve.js';

export const registerServe: RegisterCommand = (program, { io, run }) => {
  program
    .command('serve')
    .description('serve the HTTP interface until SIGINT or SIGTERM')
    .addOption(
      new VariableOption('--demo', 'fill an empty database with a demo organisation').env('OPS_DEMO'),
    )
    .addOption(databaseOption())
    .addOption(
      new VariableOption('--host <host>', 'the address to listen on')
        .env('OPS_HOST')
        .argParser(parseHost)
        .default('127.0.0.1'),
    )
    .addOption(
      new VariableOption('--port <port>', 'the port to listen on; 0 takes a free port')
        .env('OPS_PORT')
        .argParser(parsePort)
        .default(3000),
    )
    .addOption(
      new VariableOption(
        '--metrics-port <port>',
        'show metrics for Prometheus on this port; 0 takes a free port',
      )
        .env('OPS_METRICS_PORT')
        .argParser(parsePort),
    )
    .addOption(
      new VariableOption('--metrics-host <host>', 'the address to listen on for metrics')
        .env('OPS_METRICS_HOST')
        .argParser(parseHost)
        .default('127.0.0.1'),
    )
    .addOption(jsonOption())
    .action(async (options: ServeOptions) => {
      await run(
        options,
        {
          database: options.db,
          needs: [
            'server',
            ...(options.demo ? (['demo'] as const) : []),
            ...(options.metricsPort === undefined ? [] : (['metrics'] as const)),
          ],
          check: ({ provider }) => (provider && options.demo ? err(TOKENS_OF_ITS_OWN) : ok(undefined)),
        },
        ({ parts }) =>
          ResultAsync.fromSafePromise(import('../serve.js')).andThen(({ serve }) =>
            serve(io, options, parts),
          ),
      );
    });
};

const TOKENS_OF_ITS_OWN: InvalidInput = invalidInput('--demo makes tokens of its own; unset OPS_AUTH_*');
