import type { Result, ResultAsync } from '@ops-admin/core';
import type { Config, Environment, ServiceSettings } from '@ops-admin/service';
import type { Command } from 'commander';
import type { CliError } from './cli-error.js';
import type { CommandParts } from './command-parts.js';
import type { Io } from './io.js';
import type { JsonOption } from './options.js';
import type { Report } from './present/report.js';

/** What the work of a command has at hand: the use cases that it needs. */
export interface Session<Needed extends keyof CommandParts> {
  /** Whom the trail names for what is changed: the operator, or over HTTP the user of the token. */
  actor(): ResultAsync<string, CliError>;
  readonly config: Config;
  /** What the configuration was read from. */
  readonly environment: Environment;
  readonly parts: Pick<CommandParts, Needed>;
}

/** What a command needs, and of which database. */
export interface Request<Needed extends keyof CommandParts>
  extends Pick<ServiceSettings, 'access' | 'database' | 'keepsAddresses' | 'keys' | 'source'> {
  readonly needs: readonly Needed[];
  /** Refuses what the configuration rules out. */
  readonly check?: (config: Config) => Result<unknown, CliError>;
}

/** What a command is registered with. */
export interface CommandContext {
  readonly io: Io;
  /**
   * Opens what a command needs, or asks a service for it where one is named (decision 12), does its work, prints the report if there is one, closes everything, and turns an error into a
   * message and an exit code.
   */
  run<Needed extends keyof CommandParts>(
    options: JsonOption,
    request: Request<Needed>,
    work: (session: Session<Needed>) => ResultAsync<Report | undefined, CliError>,
  ): Promise<void>;
  /** Turns an error from before anything was opened into a message and an exit code. */
  fail(error: CliError): void;
}

/** Adds the commands of one noun. */
export type RegisterCommand = (program: Command, context: CommandContext) => void;
