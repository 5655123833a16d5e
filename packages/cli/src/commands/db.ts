import { existsSync } from 'node:fs';
import { CheckStore, CopyOrganisation, err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { Option } from 'commander';
import type { CliError } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import type { Parts } from '../compose.js';
import type { Config } from '../config/config.js';
import { isPostgresUrl, keysOf } from '../config/files.js';
import { VariableOption } from '../config/variable-option.js';
import { checkCopy } from '../db/check-copy.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { copiedReport } from '../present/copied-organisation.js';
import { printReport } from '../present/report.js';
import { copyReport, flawedReport, soundReport } from '../present/store-check.js';

type Options = DatabaseOption & JsonOption;

interface BackupOptions extends Options {
  readonly force?: boolean;
}

interface CopyOptions extends JsonOption {
  readonly from: string;
  readonly to: string;
}

/** `db backup|check|copy` */
export const registerDb: RegisterCommand = (program, { io, run }) => {
  const db = program.command('db').description('copy the database, and check it');

  db.command('backup')
    .description('copy the database while it is in use, and check the copy')
    .argument('<file>', 'the copy')
    .addOption(new VariableOption('--force', 'replace a file of that name').env('OPS_FORCE'))
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((file: string, { force = false, json = false, ...options }: BackupOptions) =>
      run({ json }, keysThatAreThere(options), (session) =>
        ResultAsync.fromSafePromise(session.adapters.sqlite())
          .andThen(({ backUpDatabase }) => backUpDatabase(options.db, file, { force }))
          .andThen((copy) =>
            checkCopy(session, copy.file).andThen(({ flawed, isTrailVerified }) => {
              const report = copyReport(copy, { flaws: flawed?.flaws ?? [], isTrailVerified });
              if (!flawed) return ok(report);
              printReport(io, report, json);
              return err<never, CliError>(flawed);
            }),
          ),
      ),
    );

  db.command('check')
    .description('look for damage, for sets that are not what the audit trail says, and verify the trail')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, lookedAt(options), ({ container }) =>
        container
          .get(CheckStore)
          .execute()
          .map(soundReport)
          .orElse((error) => {
            if (error.type === 'store-flawed' && options.json) printReport(io, flawedReport(error), true);
            return err(error);
          }),
      ),
    );

  db.command('copy')
    .description('copy an organisation with its audit trail into an empty database, SQLite or PostgreSQL')
    .addOption(placeOption('--from <place>', 'what is copied', 'OPS_COPY_FROM'))
    .addOption(
      placeOption('--to <place>', 'where to; it must be empty, a file may be missing', 'OPS_COPY_TO'),
    )
    .addOption(jsonOption())
    .action(({ from, json = false, to }: CopyOptions) =>
      run({ json }, copied(from, to), ({ adapters, config, container }) =>
        container
          .get(CopyOrganisation)
          .execute()
          .andThen((copy) => {
            const { shownPlace } = adapters;
            const keys = keysOf(config, { db: from }).file;
            const targetKeys = keysOf(config, { db: to }).file;
            const places = { from: shownPlace(from), to: shownPlace(to), keys, targetKeys };
            const report = copiedReport(copy, places);
            if (copy.flaws.length === 0) return ok(report);
            printReport(io, report, json);
            return err<never, CliError>({ type: 'store-flawed', flaws: copy.flaws });
          }),
      ),
    );
};

function placeOption(flags: string, description: string, variable: string): Option {
  return new VariableOption(flags, `${description}: a file, or postgres://…`)
    .env(variable)
    .makeOptionMandatory();
}

/** The copy is verified with the keys of the source, which must be there. */
function copied(from: string, to: string): (config: Config) => Result<Parts, never> {
  return (config) =>
    ok({
      source: { file: from, keys: { ...keysOf(config, { db: from }), create: false } },
      database: { file: to, create: true },
    });
}

/** Nothing is written: neither a database nor keys that are missing. */
function lookedAt(options: Options): (config: Config) => Result<Parts, never> {
  return (config) =>
    ok({
      database: { file: options.db, create: false, readOnly: true },
      keys: { ...keysOf(config, options), create: false },
    });
}

/** The keys, where there are any: a copy is made without them, too. */
function keysThatAreThere(options: Options): (config: Config) => Result<Parts, CliError> {
  return (config) => {
    if (isPostgresUrl(options.db)) {
      const message =
        'this is for SQLite; copy a PostgreSQL database with pg_dump, or into a file with db copy';
      return err({ type: 'invalid-input', message });
    }
    const keys = keysOf(config, options);
    return ok(existsSync(keys.file) ? { keys: { ...keys, create: false } } : {});
  };
}
