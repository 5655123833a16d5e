import { existsSync, rmSync } from 'node:fs';
import { err, ok, okAsync, type StoreUnavailable } from '@ops-admin/core';
import type { DerivedFlaw, FlawedStore, NotAgreed, NotRepairable } from '@ops-admin/core/operations';
import { isMistypedUrl, isPostgresUrl, keyFileOf, shownPlace } from '@ops-admin/service/config';
import { Option } from 'commander';
import { publicOption } from '../audit/verify-trail.js';
import { cannotAgree, confirm } from '../bulk/agree.js';
import { yesOption } from '../bulk/change-options.js';
import { counted } from '../bulk/with-thousands.js';
import { type CliError, type InvalidInput, invalidInput } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import { interruptible, stoppedBy } from '../interruption.js';
import {
  type DatabaseOption,
  databaseOption,
  existing,
  type JsonOption,
  jsonOption,
  parsePlace,
} from '../options.js';
import { copiedReport } from '../present/copied-organisation.js';
import { withProgress } from '../present/progress-line.js';
import type { Report } from '../present/report.js';
import {
  copyReport,
  flawedReport,
  repairedReport,
  restoredReport,
  soundReport,
} from '../present/store-check.js';
import { describeStoreFlaw } from '../present/store-flaw.js';

type Options = DatabaseOption & JsonOption;
type RepairError = FlawedStore | NotAgreed | NotRepairable | StoreUnavailable;

interface BackupOptions extends Options {
  readonly force?: boolean;
}

interface CopyOptions extends JsonOption {
  readonly from: string;
  readonly to: string;
}

interface CheckOptions extends Options {
  readonly public?: string;
  readonly repair?: boolean;
  readonly vacuum?: boolean;
  readonly yes?: boolean;
}

interface RestoreOptions extends Options {
  readonly yes?: boolean;
}

const FOR_PG_RESTORE: InvalidInput = invalidInput(
  'this is for SQLite; put a copy of a PostgreSQL database back with pg_restore',
);

const FOR_SQLITE: InvalidInput = invalidInput(
  'this is for SQLite; copy a PostgreSQL database with pg_dump, or into a file with db copy',
);

const FOR_VACUUM: InvalidInput = invalidInput(
  '--vacuum is for SQLite; PostgreSQL does it by itself (autovacuum)',
);

const NO_FILE: InvalidInput = invalidInput('the copy must be a file, not a URL');

export const registerDb: RegisterCommand = (program, { fail, io, run }) => {
  const db = program.command('db').description('back up, restore, check and copy the database');

  db.command('backup')
    .description('copy the database while it is in use, and check the copy')
    .argument('<file>', 'the file to write')
    .option('--force', 'replace an existing file')
    .addOptions(databaseOption(), jsonOption())
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
        ({ config, parts }) =>
          withProgress(io, ({ show }) => parts.backups.backUp(file, { force, onProgress: show })).map(
            (copy) => ({ ...copyReport(copy, keyFileOf(config, options.db)), ...failureOf(copy.flaws) }),
          ),
      ),
    );

  db.command('restore')
    .description('replace the database with a backup; stop the service first; the old file is kept')
    .argument('<file>', 'a file that db backup wrote')
    .addOptions(yesOption(), databaseOption(), jsonOption())
    .action(async (file: string, { yes = false, ...options }: RestoreOptions) => {
      const refused = cannotAgree(io, 'db restore', { yes });
      if (refused) return fail(refused);
      const questionOf = ({ entries }: { readonly entries: number }) =>
        `Put ${file}, with ${counted(entries, 'audit entry', 'audit entries')}, in place of ${options.db}?`;
      await interruptible(io, (interruption) =>
        run(
          options,
          {
            database: options.db,
            keys: 'if-there',
            needs: ['backups'],
            check: () => (isPostgresUrl(options.db) ? err(FOR_PG_RESTORE) : ok(undefined)),
          },
          ({ parts }) =>
            withProgress(io, ({ erase, show }) =>
              parts.backups.restore(
                file,
                async (checked) => {
                  erase();
                  return yes || (await confirm(io, questionOf(checked), interruption.signal));
                },
                show,
              ),
            )
              .map((restored) => restoredReport(file, restored))
              .mapErr((error): CliError => {
                const { reason } = interruption;
                return error.type === 'not-agreed' && reason
                  ? stoppedBy(reason, 'nothing was changed')
                  : error;
              }),
        ),
      );
    });

  db.command('check')
    .description(
      'look for damage, compare permissions and derived tables with the audit log, and verify the log',
    )
    .option('--repair', 'rebuild derived tables if no other problem is found; asks for confirmation')
    .option('--vacuum', 'first rewrite the SQLite file without removed data, such as erased users')
    .addOptions(publicOption(), yesOption(), databaseOption(), jsonOption())
    .action(
      async ({
        public: publicKeys,
        repair = false,
        vacuum = false,
        yes = false,
        ...options
      }: CheckOptions) => {
        if (vacuum && isPostgresUrl(options.db)) return fail(FOR_VACUUM);
        if (yes && !repair) return fail(invalidInput('--yes is for --repair'));
        const refused = repair ? cannotAgree(io, 'db check --repair', { yes }) : undefined;
        if (refused) return fail(refused);
        const agree = async (flaws: readonly DerivedFlaw[], signal: AbortSignal) => {
          if (yes) return true;
          for (const flaw of flaws) io.stderr.loud.write(`${describeStoreFlaw(flaw)}\n`);
          return confirm(io, `Rebuild them in ${shownPlace(options.db)}?`, signal);
        };
        const request = existing(options, ['backups', 'integrity']);
        await interruptible(io, ({ signal }) =>
          run(
            options,
            {
              ...request,
              access: repair ? 'update' : 'read',
              writes: repair,
              keys: 'verify',
              ...(publicKeys !== undefined && { publicKeys }),
            },
            ({ parts: { backups, integrity } }) =>
              (vacuum ? backups.vacuum() : okAsync(undefined)).andThen(() =>
                (repair
                  ? withProgress(io, ({ erase, show }) =>
                      integrity.repairStore((flaws) => {
                        erase();
                        return agree(flaws, signal);
                      }, show),
                    ).map(repairedReport)
                  : withProgress(io, ({ show }) => integrity.checkStore(show)).map(soundReport)
                ).orElse((error: RepairError) =>
                  'flaws' in error ? ok<Report>({ ...flawedReport(error), failure: error }) : err(error),
                ),
              ),
          ),
        );
      },
    );

  db.command('copy')
    .description('copy all data with the audit log into an empty database, SQLite or PostgreSQL')
    .addOptions(
      placeOption('--from <place>', 'the database to copy'),
      placeOption('--to <place>', 'the target, which is empty or does not exist yet'),
      jsonOption(),
    )
    .action(async ({ from, json = false, to }: CopyOptions) => {
      const isNew = !isPostgresUrl(to) && !existsSync(to);
      let isCopied = false;
      await run({ json }, { source: from, database: to, needs: ['copy'] }, ({ config, parts }) =>
        withProgress(io, ({ show }) => parts.copy.copy(show)).map((copy) => {
          isCopied = true;
          const keys = keyFileOf(config, from);
          const targetKeys = keyFileOf(config, to);
          const places = { from: shownPlace(from), to: shownPlace(to), keys, targetKeys };
          return { ...copiedReport(copy, places), ...failureOf(copy.flaws) };
        }),
      );
      // Such as on a full disk: a part of a copy is of no use.
      if (isNew && !isCopied) for (const end of ['', '-wal', '-shm']) rmSync(`${to}${end}`, { force: true });
    });
};

/** Returns the failure of a copy with flaws. */
function failureOf(flaws: FlawedStore['flaws'] | readonly []): Pick<Report, 'failure'> {
  return flaws.length > 0 ? { failure: { type: 'store-flawed', flaws } } : {};
}

function placeOption(flags: string, description: string): Option {
  return new Option(flags, `${description}: a file, or postgres://…`)
    .argParser(parsePlace)
    .makeOptionMandatory();
}
