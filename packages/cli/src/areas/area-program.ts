import type { ResultAsync, StoreUnavailable } from '@ops-admin/core';
import type { Area, Port } from '@ops-admin/service';
import type { Command, Option } from 'commander';

/** A program that is `ops-admin` with areas of its own. */
export interface AreaProgram {
  /** How help names it; `ops-admin` by default. */
  readonly name?: string;
  readonly areas: readonly Area[];
  /** Adds the commands of the areas, after those of ops-admin. */
  readonly addCommands?: AddAreaCommands;
}

/** Adds commands with `program.command(name)`, so that they report their mistakes as all others do (decision 9). */
export type AddAreaCommands = (program: Command, kit: AreaKit) => void;

/** The options of commands that {@link AreaKit} runs. */
export interface AreaCommandOptions {
  readonly db: string;
  readonly json?: boolean;
}

/** What commands of areas are made with. */
export interface AreaKit {
  /** `--db FILE`, also by `OPS_DB`; `./ops-admin.db` by default. */
  databaseOption(): Option;
  /** `--json`, also by `OPS_JSON` */
  jsonOption(): Option;
  /**
   * Opens the database and the port of an area, does the work, prints its records, and closes everything. The caller is not
   * checked: anyone who can open the database can run it. Without `writes`, the database need not be writable.
   */
  run<T>(
    options: AreaCommandOptions,
    request: { readonly port: Port<T>; readonly writes?: boolean },
    work: (port: T) => ResultAsync<AreaRecords, AreaCommandError>,
  ): Promise<void>;
}

/** The result of a command. */
export interface AreaRecords {
  /** Printed as a table with a column for each member, or with `--json` as an array. */
  readonly records: readonly object[];
  /** Whether a part of the work failed: exit code 4. */
  readonly someFailed?: boolean;
}

/** What the command asks for does not exist: exit code 3. */
export interface AreaNotFound {
  readonly type: 'not-found';
  readonly message: string;
}

/** An argument or an option is not valid: exit code 2. */
export interface AreaInvalidInput {
  readonly type: 'invalid-input';
  readonly message: string;
}

/** Why a command did nothing. */
export type AreaCommandError = AreaInvalidInput | AreaNotFound | StoreUnavailable;
