import { err, ok, ResultAsync } from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import { keysOf, locationsOf } from '../config/files.js';
import { VariableOption } from '../config/variable-option.js';
import {
  type DatabaseOption,
  databaseOption,
  type JsonOption,
  jsonOption,
  parseHost,
  parsePort,
} from '../options.js';

export interface ServeOptions extends DatabaseOption, JsonOption {
  readonly demo?: boolean;
  readonly host: string;
  readonly metricsHost: string;
  readonly metricsPort?: number;
  readonly port: number;
}

/** `serve [--demo]` */
export const registerServe: RegisterCommand = (program, { io, run }) => {
  program
    .command('serve')
    .description('serve the HTTP interface until SIGINT or SIGTERM')
    .addOption(
      new VariableOption('--demo', 'fill an empty database with a demo organisation').env('OPS_DEMO'),
    )
    .addOption(databaseOption())
    .addOption(
      new VariableOption('--host <host>', 'where to listen')
        .env('OPS_HOST')
        .argParser(parseHost)
        .default('127.0.0.1'),
    )
    .addOption(
      new VariableOption('--port <port>', '0 takes a free one')
        .env('OPS_PORT')
        .argParser(parsePort)
        .default(3000),
    )
    .addOption(
      new VariableOption('--metrics-port <port>', 'where to show figures for Prometheus; 0 takes a free one')
        .env('OPS_METRICS_PORT')
        .argParser(parsePort),
    )
    .addOption(
      new VariableOption('--metrics-host <host>', 'where to listen for that')
        .env('OPS_METRICS_HOST')
        .argParser(parseHost)
        .default('127.0.0.1'),
    )
    .addOption(jsonOption())
    .action((options: ServeOptions) =>
      run(
        options,
        (config) =>
          config.provider && options.demo
            ? err({ type: 'invalid-input', message: '--demo makes tokens of its own; unset OPS_AUTH_*' })
            : ok({
                database: { file: options.db, create: true },
                http: true,
                keys: keysOf(config, options),
                locations: locationsOf(config, options),
                metrics: options.metricsPort !== undefined,
                tokens: true,
              }),
        (session) =>
          ResultAsync.fromSafePromise(import('../serve.js')).andThen(({ serve }) =>
            serve(io, options, session),
          ),
      ),
    );
};
