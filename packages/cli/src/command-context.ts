import type { Result, ResultAsync, SessionJson } from '@ops-admin/core';
import type { Config, Environment, ServiceSettings } from '@ops-admin/service';
import type { CliCommand } from './cli-command.js';
import type { CliError } from './cli-error.js';
import type { CommandParts } from './command-parts.js';
import type { Io } from './io.js';
import type { Report } from './present/report.js';

/** The operations that a command needs, and their surroundings. */
export interface Session<Needed extends keyof CommandParts> {
  /** The actor of changes: the operator, or over HTTP the user of the token. */
  actor(): ResultAsync<string, CliError>;
  /** The session of the token; only of a service. */
  session?(): ResultAsync<SessionJson, CliError>;
  readonly config: Config;
  readonly environment: Environment;
  readonly parts: Pick<CommandParts, Needed>;
}

/** The parts that a command needs, and their database. */
export interface Request<Needed extends keyof CommandParts>
  extends Pick<ServiceSettings, 'access' | 'database' | 'keepsAddresses' | 'keys' | 'publicKeys' | 'source'> {
  readonly needs: readonly Needed[];
  /** Whether it writes without a part that changes permissions: the database must be writable. */
  readonly writes?: boolean;
  /** Refuses what the configuration rules out. */
  readonly check?: (config: Config) => Result<unknown, CliError>;
}

/** The surroundings of every command. */
export interface CommandContext {
  readonly io: Io;
  /**
   * Opens what a command needs, or connects to a service if one is named. Then it does the work, prints the
   * report if any, closes everything, and turns an error into a message and an exit code.
   */
  run<Needed extends keyof CommandParts>(
    options: { readonly json?: boolean },
    request: Request<Needed>,
    work: (session: Session<Needed>) => ResultAsync<Report | undefined, CliError>,
  ): Promise<void>;
  /** Turns an error from before anything was opened into a message and an exit code. */
  fail(error: CliError): void;
}

export type RegisterCommand = (program: CliCommand, context: CommandContext) => void;
