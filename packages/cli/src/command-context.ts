import type { Result, ResultAsync } from '@ops-admin/core';
import type { Command } from 'commander';
import type { Container } from 'inversify';
import type { CliError } from './cli-error.js';
import type { Parts } from './compose.js';
import type { Config } from './config/config.js';
import type { Environment } from './config/environment.js';
import type { Io } from './io.js';
import type { JsonOption } from './options.js';
import type { Report } from './present/report.js';

/** What the work of a command has at hand. */
export interface Session {
  readonly config: Config;
  /** What the configuration was read from. */
  readonly environment: Environment;
  readonly container: Container;
  readonly adapters: typeof import('./compose.js').ADAPTERS;
}

/** What a command is registered with. */
export interface CommandContext {
  readonly io: Io;
  /**
   * Opens the parts a command needs (which the configuration may rule out), does its work, prints the report if there is one, closes the parts, and turns an
   * error into a message and an exit code.
   */
  run(
    options: JsonOption,
    parts: Parts | ((config: Config) => Result<Parts, CliError>),
    work: (session: Session) => ResultAsync<Report | undefined, CliError>,
  ): Promise<void>;
  /** Turns an error from before the parts were opened into a message and an exit code. */
  fail(error: CliError): void;
}

/** Adds the commands of one noun. */
export type RegisterCommand = (program: Command, context: CommandContext) => void;
