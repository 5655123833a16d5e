import type { Result, ResultAsync, StoreUnavailable } from '@ops-admin/core';
import type { Bound } from '../part.js';

/** An option of a command. */
export interface AreaCommandOption {
  /** The name of its value in the help; an option without one is a switch. */
  readonly value?: string;
  readonly description: string;
}

/** The arguments of a command. */
export interface AreaCommandInput {
  /** By the names of the command's arguments; none is missing. */
  readonly arguments: Readonly<Record<string, string>>;
  /** By the names of its options; options that were not given are missing. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** The result of a command. */
export interface AreaCommandDone {
  /** Printed as a table, or with `--json` as an array. */
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

/** A command of an area, called as `AREA NAME`. `runAreaCommand` runs it (decision 9). */
export interface AreaCommand {
  readonly name: string;
  readonly summary: string;
  /** The names of its arguments, in order; each is required. */
  readonly arguments?: readonly string[];
  readonly options?: Readonly<Record<string, AreaCommandOption>>;
  /** Whether it changes something: only then must the database be writable. */
  readonly writes?: boolean;
  /**
   * Does the work with what the area's `modules` have bound. The caller is not checked: anyone who can open the database can
   * run it.
   */
  run(
    bound: Bound,
    input: AreaCommandInput,
  ): Promise<Result<AreaCommandDone, AreaCommandError>> | ResultAsync<AreaCommandDone, AreaCommandError>;
}
