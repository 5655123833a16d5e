import { err, ok } from '@ops-admin/core';
import { isMistypedUrl, isPostgresUrl, keyFileOf, shownPlace } from '@ops-admin/service/config';
import type { Option } from 'commander';
import type { CliError, InvalidInput } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import { VariableOption } from '../config/variable-option.js';
import { type DatabaseOption, databaseOption, existing, type JsonOption, jsonOption } from '../options.js';
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

const FOR_SQLITE: InvalidInput = {
  type: 'invalid-input',
  message: 'this is for SQLite; copy a PostgreSQL database with pg_dump, or into a file with db copy',
};

const NO_FILE: InvalidInput = {
  type: 'invalid-input',
  message: 'the copy must be a file, and is a URL or a mistyped one',
};

/** `db backup|check|copy` */
export const registerDb: RegisterCommand = (program, { io, run }) => {
  const db = program.command('db').description('copy the database, and check it');

  db.command('backup')
    .description('copy the database while it is in use, and check the copy')
    .argument('<file>', 'the copy')
    .addOption(new VariableOption('--force', 'replace a file of that name'))
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((file: string, { force = false, json = false, ...options }: BackupOptions) =>
      run(
        { json },
        {
          database: options.db,
          keys: 'if-there',
          needs: ['backups'],
          check: () => {
            if (isPostgresUrl(options.db)) return err(FOR_SQLITE);
            return isPostgresUrl(file) || isMistypedUrl(file) ? err(NO_FILE) : ok(undefined);
          },
        },
        ({ parts }) =>
          parts.backups.backUp(file, { force }).andThen((copy) => {
            const report = copyReport(copy);
            if (copy.flaws.length === 0) return ok(report);
            printReport(io, report, json);
            return err<never, CliError>({ type: 'store-flawed', flaws: copy.flaws });
          }),
      ),
    );

  db.command('check')
    .description('look for damage, for sets that are not what the audit trail says, and verify the trail')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, { ...existing(options, ['integrity']), access: 'read', keys: 'require' }, ({ parts }) =>
        parts.integrity
          .checkStore()
          .map(soundReport)
          .orElse((error) => {
            if (error.type === 'store-flawed' && options.json) printReport(io, flawedReport(error), true);
            return err(error);
          }),
      ),
    );

  db.command('copy')
    .description('copy an organisation with its audit trail into an empty database, SQLite or PostgreSQL')
    .addOption(placeOption('--from <place>', 'what is copied'))
    .addOption(placeOption('--to <place>', 'where to; it must be empty, a file may be missing'))
    .addOption(jsonOption())
    .action(({ from, json = false, to }: CopyOptions) =>
      run({ json }, { source: from, database: to, needs: ['copy'] }, ({ config, parts }) =>
        parts.copy.execute().andThen((copy) => {
          const keys = keyFileOf(config, from);
          const targetKeys = keyFileOf(config, to);
          const places = { from: shownPlace(from), to: shownPlace(to), keys, targetKeys };
          const report = copiedReport(copy, places);
          if (copy.flaws.length === 0) return ok(report);
          printReport(io, report, json);
          return err<never, CliError>({ type: 'store-flawed', flaws: copy.flaws });
        }),
      ),
    );
};

function placeOption(flags: string, description: string): Option {
  return new VariableOption(flags, `${description}: a file, or postgres://…`).makeOptionMandatory();
}
