import type { Result, ResultAsync, StoreUnavailable } from '@ops-admin/core';
import type { Bound } from '../part.js';

/** An option of a command. */
export interface AreaCommandOption {
  /** What its value is called in the help; one without is a switch. */
  readonly value?: string;
  readonly description: string;
}

/** What a command was called with. */
export interface AreaCommandInput {
  /** By the names of the command's arguments, all of which are there. */
  readonly arguments: Readonly<Record<string, string>>;
  /** By the names of its options; those that were not given are missing. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** What a command did. */
export interface AreaCommandDone {
  /** Printed as a table, or with `--json` as an array. */
  readonly records: readonly object[];
  /** Whether some of what was asked for was not done: exit code 4. */
  readonly someFailed?: boolean;
}

/** What a command asks for is not there: exit code 3. */
export interface AreaNotFound {
  readonly type: 'not-found';
  readonly message: string;
}

/** An argument or an option cannot be taken: exit code 2. */
export interface AreaInvalidInput {
  readonly type: 'invalid-input';
  readonly message: string;
}

/** Why a command did nothing. */
export type AreaCommandError = AreaInvalidInput | AreaNotFound | StoreUnavailable;

/** A command of an area, called `AREA NAME`: a value, which `runAreaCommand` runs (decision 9). */
export interface AreaCommand {
  readonly name: string;
  readonly summary: string;
  /** The names of its arguments, in order; each is required. */
  readonly arguments?: readonly string[];
  readonly options?: Readonly<Record<string, AreaCommandOption>>;
  /** Whether it changes something: only then must the database be one that can be written. */
  readonly writes?: boolean;
  /** Does the work, over what the area's `modules` have bound. Nobody has asked who calls: anyone who may open the database may. */
  run(
    bound: Bound,
    input: AreaCommandInput,
  ): Promise<Result<AreaCommandDone, AreaCommandError>> | ResultAsync<AreaCommandDone, AreaCommandError>;
}
