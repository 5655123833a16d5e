import {
  AUDIT_LOG,
  err,
  ok,
  okAsync,
  type Result,
  ResultAsync,
  type RevertTarget,
  VerifyAuditTrail,
} from '@ops-admin/core';
import type { ExportOptions } from '../audit/export-trail.js';
import type { RevertTrailOptions } from '../audit/revert-trail.js';
import { addTrailOptions, batchOption, filterOf, type TrailOptions } from '../audit/trail-options.js';
import { parseDigest, parseEntryId, parseLimit } from '../audit/trail-values.js';
import type { CliError, InvalidInput } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import type { Parts } from '../compose.js';
import type { Config } from '../config/config.js';
import { keysOf } from '../config/files.js';
import { VariableOption } from '../config/variable-option.js';
import { actorOption, reasonOption } from '../operator.js';
import {
  changedDatabase,
  type DatabaseOption,
  databaseOption,
  existingDatabase,
  type JsonOption,
  jsonOption,
} from '../options.js';
import { auditEntryReport, auditListReport } from '../present/audit-entry.js';
import { describeFlaw } from '../present/audit-flaw.js';
import { printReport } from '../present/report.js';

type Options = DatabaseOption & JsonOption;

interface ListOptions extends TrailOptions {
  readonly limit: number;
  readonly oldestFirst?: boolean;
}

interface VerifyOptions extends Options {
  readonly head?: string;
}

/** `audit list|show|revert|verify|head|export` */
export const registerAudit: RegisterCommand = (program, { fail, io, run }) => {
  const audit = program
    .command('audit')
    .description('look at the trail of permission changes, check it, and undo changes');

  addTrailOptions(audit.command('list'))
    .description('list changes, the newest first')
    .addOption(
      new VariableOption('--limit <n>', 'at most so many')
        .env('OPS_AUDIT_LIMIT')
        .argParser(parseLimit)
        .default(50),
    )
    .addOption(new VariableOption('--oldest-first', 'begin at the other end').env('OPS_AUDIT_OLDEST_FIRST'))
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action(({ after, limit, oldestFirst = false, ...options }: ListOptions) =>
      run(options, existingDatabase(options), (session) =>
        filterOf(session, options)
          .andThen((filter) =>
            session.container.get(AUDIT_LOG).list({
              ...filter,
              ...(after !== undefined && { afterId: after }),
              newestFirst: !oldestFirst,
              // One more tells whether there are more.
              limit: limit + 1,
            }),
          )
          .map((entries) => {
            const page = entries.slice(0, limit);
            const last = page.at(-1);
            if (!last) io.stderr.write('no entries\n');
            else if (entries.length > limit) io.stderr.write(`there are more: add --after ${last.id}\n`);
            return auditListReport(page);
          }),
      ),
    );

  audit
    .command('show')
    .description('show one change, with what was held before and after')
    .argument('<id>', 'the number of an entry', parseEntryId)
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((entryId: number, options: Options) =>
      run(options, existingDatabase(options), ({ container }) =>
        container
          .get(AUDIT_LOG)
          .find(entryId)
          .andThen((entry) => (entry ? ok(entry) : err(notFound({ entryId }))))
          .map(auditEntryReport),
      ),
    );

  audit
    .command('revert')
    .description('undo a change, or a run of them; what was changed since is left alone')
    .argument('[id]', 'the number of an entry', parseEntryId)
    .addOption(batchOption('a whole run instead'))
    .addOption(
      new VariableOption('--dry-run', 'tell what would change, and write nothing').env('OPS_DRY_RUN'),
    )
    .addOption(reasonOption())
    .addOption(actorOption())
    .addOption(new VariableOption('--force', 'let the last admin go').env('OPS_FORCE'))
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((entryId: number | undefined, options: RevertTrailOptions) => {
      const target = targetOf(entryId, options);
      if (target.isErr()) return fail(target.error);
      return run(options, changedDatabase(options), (session) =>
        ResultAsync.fromSafePromise(import('../audit/revert-trail.js')).andThen(({ revertTrail }) =>
          revertTrail(io, session, target.value, options),
        ),
      );
    });

  audit
    .command('verify')
    .description('check that no entry was altered, added, removed or moved')
    .addOption(
      new VariableOption(
        '--head <digest>',
        'what audit head printed earlier: finds what was cut off the end, too',
      )
        .env('OPS_AUDIT_HEAD')
        .argParser(parseDigest),
    )
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: VerifyOptions) =>
      run(options, checkedDatabase(options), ({ container }) =>
        container
          .get(VerifyAuditTrail)
          .execute(options.head)
          .map(({ entries, head, unsealed }) => ({
            json: { sound: true, entries, unsealed, head },
            lines: [
              `${entries} ${entries === 1 ? 'entry is as it was' : 'entries are as they were'} written`,
              ...(unsealed > 0
                ? [`but for the first ${unsealed}: those are from before there was a chain`]
                : []),
              ...(head === '' ? [] : [`head ${head}`]),
            ],
          }))
          .orElse((error) => {
            if (error.type === 'audit-broken' && options.json) {
              const { entryId: entry, flaw } = error;
              const json = { sound: false, flaw, entry, message: describeFlaw(error) };
              printReport(io, { json, lines: [] }, true);
            }
            return err(error);
          }),
      ),
    );

  audit
    .command('head')
    .description('print the digest of the newest entry, to keep elsewhere for audit verify --head')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, existingDatabase(options), ({ container }) =>
        container
          .get(AUDIT_LOG)
          .list({ limit: 1, newestFirst: true })
          .andThen(([newest]) =>
            newest?.seal
              ? okAsync({ id: newest.id, digest: newest.seal.digest })
              : err({ type: 'no-head' as const }),
          )
          .map((head) => ({ json: head, lines: [head.digest] })),
      ),
    );

  addTrailOptions(audit.command('export'))
    .description('write changes to standard output, the oldest first')
    .addOption(
      new VariableOption(
        '--format <format>',
        'ndjson has all to the letter; csv is made safe for spreadsheets',
      )
        .env('OPS_AUDIT_FORMAT')
        .choices(['ndjson', 'csv'])
        .default('ndjson'),
    )
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: ExportOptions) =>
      run(options, existingDatabase(options), (session) =>
        ResultAsync.fromSafePromise(import('../audit/export-trail.js')).andThen(({ exportTrail }) =>
          exportTrail(io, session, options),
        ),
      ),
    );
};

function targetOf(
  entryId: number | undefined,
  { batch }: RevertTrailOptions,
): Result<RevertTarget, InvalidInput> {
  if ((entryId === undefined) === (batch === undefined)) {
    return err({
      type: 'invalid-input',
      message: 'name the number of an entry, or --batch and a run: one of the two',
    });
  }
  return ok(entryId === undefined ? { batch: batch ?? '' } : { entryId });
}

function notFound(target: RevertTarget): CliError {
  return { type: 'entry-not-found', target };
}

function checkedDatabase(options: Options): (config: Config) => Result<Parts, CliError> {
  return (config) =>
    ok({ ...existingDatabase(options), keys: { ...keysOf(config, options), create: false } });
}
