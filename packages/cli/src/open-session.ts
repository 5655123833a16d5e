import { err, type KeyTakeOver, type Logger, ok, okAsync, type Result, ResultAsync } from '@ops-admin/core';
import type { ComposeError, Config, Environment, InvalidConfig, ServiceSettings } from '@ops-admin/service';
import type { Request, Session } from './command-context.js';
import type { CommandParts } from './command-parts.js';
import type { GivenOptions } from './global-options.js';
import { operatorAs } from './operator.js';
import type { Output } from './output.js';
import { VERSION } from './version.js';

/** The environment of a command, and its common options. */
export interface Surroundings {
  readonly environment: Environment;
  readonly given: GivenOptions;
  readonly log: Output;
  readonly server: string | undefined;
}

/** A session with its warnings, until it is closed. */
export interface OpenSession<Needed extends keyof CommandParts> extends Session<Needed> {
  readonly warnings: readonly string[];
  /** Where to log, if not on standard error. */
  readonly log?: Logger;
  close(): Promise<void>;
}

/** These are about to write to the trail. */
const CHANGES: ReadonlySet<keyof CommandParts> = new Set([
  'departmentChanges',
  'imports',
  'keyRotation',
  'permissions',
  'tokenIssue',
  'userChanges',
]);

/** The same changes by parts that only read. */
const DRY_RUNS: ReadonlyMap<keyof CommandParts, keyof CommandParts> = new Map([
  ['departmentChanges', 'departmentChangeDryRuns'],
  ['permissions', 'dryRuns'],
  ['userChanges', 'userChangeDryRuns'],
] as const);

/** Opens what a command needs of a database, or of a service if one is named. */
export function openSession<Needed extends keyof CommandParts>(
  surroundings: Surroundings,
  config: Config,
  request: Request<Needed>,
): ResultAsync<OpenSession<Needed>, ComposeError | InvalidConfig> {
  const { environment, server } = surroundings;
  if (server === undefined) return new ResultAsync(openDatabase(surroundings, config, request));
  // Commands over a database need nothing of it.
  return ResultAsync.fromSafePromise(import('./remote/open-remote.js')).andThen(({ openRemote }) =>
    openRemote<Needed>({ config, environment, server }).map((remote) => ({
      ...remote,
      config,
      environment,
      close: async () => {},
    })),
  );
}

async function openDatabase<Needed extends keyof CommandParts>(
  { environment, given, log: output }: Surroundings,
  config: Config,
  { check: _, needs, writes = false, ...where }: Request<Needed>,
): Promise<Result<OpenSession<Needed>, ComposeError>> {
  const changes = needs.some((part) => CHANGES.has(part)) && !given.dryRun;
  const { compose, createLogger, describeForeignEntry } = await import('@ops-admin/service');
  const takesOver = given.newKey === true && !given.dryRun;
  const requested: readonly (keyof CommandParts)[] = [
    ...needs.map((name) => (given.dryRun && DRY_RUNS.get(name)) || name),
    ...(changes ? ['integrity' as const] : []),
    ...(takesOver ? ['keyRotation' as const] : []),
  ];
  const log = createLogger(config.logLevel, output);
  const settings = {
    ...where,
    ...howFor(where, given, changes || writes),
    config,
    log,
    version: VERSION,
  };
  const opened = await compose(settings, requested);
  if (opened.isErr()) return err(opened.error);
  const { close, parts } = opened.value;
  const takeOver = takesOver ? parts.keyRotation.takeOver : undefined;
  const newest = changes && !takeOver ? await parts.integrity.checkNewestEntry() : ok(undefined);
  return ok({
    actor: () => okAsync(operatorAs('cli', given).actor),
    close,
    config,
    environment,
    parts: {
      ...(Object.fromEntries(
        needs.map((name, n) => [name, parts[requested[n] ?? name]]),
      ) as Partial<CommandParts> as Pick<CommandParts, Needed>),
      // `serve` finishes the takeover before it listens.
      ...(takesOver && { keyRotation: parts.keyRotation }),
    },
    warnings: [
      ...(takeOver ? [describeTakeOver(takeOver)] : []),
      ...(newest.isOk() && newest.value ? [describeForeignEntry(newest.value)] : []),
    ],
    ...('server' in parts && { log }),
  });
}

/**
 * A dry run needs no keys, and `--new-key` accepts other keys than those of the trail. A command that changes nothing only
 * reads if nothing can be written.
 */
function howFor(
  { access }: Pick<ServiceSettings, 'access'>,
  given: GivenOptions,
  changes: boolean,
): Pick<ServiceSettings, 'access' | 'keys' | 'newKeysBy' | 'waitMs'> {
  const { dryRun = false, newKey = false, wait } = given;
  return {
    ...(access === 'update' && !changes && { access: 'view' as const }),
    ...(newKey && !dryRun && { newKeysBy: operatorAs('cli', given) }),
    ...(dryRun && { keys: 'none' as const }),
    ...(wait !== undefined && { waitMs: wait * 1000 }),
  };
}

/** The warning that the log continues with a key that signed nothing before. */
function describeTakeOver({ from, to }: KeyTakeOver): string {
  return `with its first entry this command continues the audit log with the key ${to}; verifying what was before needs the public key ${from}`;
}
