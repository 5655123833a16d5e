import type { Result, ResultAsync, SessionJson } from '@ops-admin/core';
import type { Config, Environment, ServiceSettings } from '@ops-admin/service';
import type { CliCommand } from './cli-command.js';
import type { CliError } from './cli-error.js';
import type { CommandParts } from './command-parts.js';
import type { Io } from './io.js';
import type { Report } from './present/report.js';

/** What the work of a command can use: the operations that it needs. */
export interface Session<Needed extends keyof CommandParts> {
  /** Who the trail names for changes: the operator, or over HTTP the user of the token. */
  actor(): ResultAsync<string, CliError>;
  /** Whose token it is; only of a service. */
  session?(): ResultAsync<SessionJson, CliError>;
  /** The error of an answer of a service whose members cannot be read, if what was thrown means that. */
  unreadable?(thrown: unknown): CliError | undefined;
  readonly config: Config;
  /** The source of the configuration. */
  readonly environment: Environment;
  readonly parts: Pick<CommandParts, Needed>;
}

/** What a command needs, and of which database. */
export interface Request<Needed extends keyof CommandParts>
  extends Pick<ServiceSettings, 'access' | 'database' | 'keepsAddresses' | 'keys' | 'publicKeys' | 'source'> {
  readonly needs: readonly Needed[];
  /** Whether it writes without a part that changes permissions: the database must be writable. */
  readonly writes?: boolean;
  /** Refuses what the configuration rules out. */
  readonly check?: (config: Config) => Result<unknown, CliError>;
}

/** What a command is registered with. */
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

/** Adds the commands of one noun. */
export type RegisterCommand = (program: CliCommand, context: CommandContext) => void;
