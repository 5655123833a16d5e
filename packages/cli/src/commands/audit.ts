import { ResultAsync } from '@ops-admin/core';
import { Option } from 'commander';
import type { ExportOptions } from '../audit/export-trail.js';
import type { RevertTrailOptions } from '../audit/revert-trail.js';
import { batchOption, searchOf, type TrailOptions, trailOptions } from '../audit/trail-options.js';
import { parseDigest, parseEntryId, parseLimit, parseUndone } from '../audit/trail-values.js';
import { upTo } from '../audit/up-to.js';
import { publicOption, reportOfVerification, verifyFile } from '../audit/verify-trail.js';
import { cannotAgree } from '../bulk/agree.js';
import { dryRunOption, forceOption, onlyOption, yesOption } from '../bulk/change-options.js';
import { type NamedStrings, needsOf, warnOfDoubts } from '../bulk/doubts.js';
import { requestChange } from '../bulk/open-run.js';
import { invalidInput } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import { operatorOptions } from '../operator.js';
import {
  type DatabaseOption,
  databaseOption,
  existing,
  type JsonOption,
  jsonOption,
  placeOptions,
  repeatable,
} from '../options.js';
import { auditBatchesReport, auditEntryReport, auditListReport } from '../present/audit-entry.js';
import { withProgress } from '../present/progress-line.js';

type Options = DatabaseOption & JsonOption;

interface ListOptions extends TrailOptions {
  readonly limit: number;
  readonly oldestFirst?: boolean;
}

interface BatchesOptions extends Options {
  readonly limit: number;
  readonly before?: number;
}

interface VerifyOptions extends Options {
  readonly head?: string;
  readonly public?: string;
}

export const registerAudit: RegisterCommand = (program, { fail, io, run }) => {
  const audit = program.command('audit').description('show the audit log, verify it, and undo changes');

  audit
    .command('list')
    .addOptions(...trailOptions())
    .description('list entries of the audit log, the newest first')
    .option('--limit <n>', 'list at most this many', parseLimit, 50)
    .option('--oldest-first', 'list the oldest first')
    .addOptions(...placeOptions())
    .action(({ limit, oldestFirst = false, ...options }: ListOptions) =>
      run(options, existing(options, ['audit', ...needsOf(namedBy(options))]), ({ parts }) =>
        upTo(limit, (some, next) =>
          parts.audit
            .list({
              ...searchOf({ ...options, ...(next !== undefined && { after: next }) }, oldestFirst),
              limit: some,
            })
            .map(({ entries, next: more }) => ({ items: entries, next: more })),
        )
          .andThrough(() => warnOfDoubts(io, parts, namedBy(options)))
          .map(({ items, next }) => {
            if (items.length === 0) io.stderr.write('no entries\n');
            else if (next !== null) io.stderr.write(`there are more: add --after ${next}\n`);
            return auditListReport(items, options);
          }),
      ),
    );

  audit
    .command('show')
    .description('show one entry, with the permissions before and after')
    .argument('<id>', 'the number of an entry', parseEntryId)
    .addOptions(...placeOptions())
    .action((entryId: number, options: Options) =>
      run(options, existing(options, ['audit']), ({ parts }) =>
        parts.audit.find(entryId).map(auditEntryReport),
      ),
    );

  audit
    .command('batches')
    .description('list batches, the newest first; audit revert --batch undoes a batch')
    .option('--limit <n>', 'list at most this many', parseLimit, 50)
    .option('--before <id>', 'list only batches that ended before this entry', parseEntryId)
    .addOptions(...placeOptions())
    .action(({ before, limit, ...options }: BatchesOptions) =>
      run(options, existing(options, ['audit']), ({ parts }) =>
        upTo(limit, (some, next = before) =>
          parts.audit
            .batches({ limit: some, ...(next !== undefined && { before: next }) })
            .map(({ batches, next: more }) => ({ items: batches, next: more })),
        ).map(({ items, next }) => {
          if (items.length === 0) io.stderr.write('no batches\n');
          else if (next !== null) io.stderr.write(`there are more: add --before ${next}\n`);
          return auditBatchesReport(items);
        }),
      ),
    );

  audit
    .command('revert')
    .description('undo an entry, several, a batch or a part of it; leaves alone what a later entry names')
    .argument('[id]', 'the number of an entry; - reads such numbers from standard input', parseUndone)
    .addOption(batchOption('undo a batch'))
    .addOption(
      repeatable(
        '--user <user>',
        'with --batch: undo only what it did to this user, an id or an e-mail; can be repeated',
      ),
    )
    .option(
      '--file <file>',
      'with --batch: the same for the users of a file, a CSV with a header, or NDJSON; - is standard input',
    )
    .addOptions(
      dryRunOption(),
      onlyOption(),
      ...operatorOptions(),
      forceOption(),
      yesOption(),
      ...placeOptions(),
    )
    .action((entry: number | '-' | undefined, given: RevertTrailOptions) => {
      const { file, ...options } = given;
      const problem = problemOf(entry, given);
      if (problem !== undefined) return fail(invalidInput(problem));
      // A file names its users, as those who name them do.
      const isWhole = options.batch !== undefined && (options.user ?? file) === undefined;
      const refusal = isWhole && cannotAgree(io, 'audit revert --batch', options);
      if (refusal) return fail(refusal);
      return run(options, requestChange(options, ['audit', 'permissions']), ({ parts }) =>
        ResultAsync.fromSafePromise(
          Promise.all([import('../audit/revert-trail.js'), import('../audit/undone-of.js')]),
        ).andThen(([{ revertTrail }, { undoneOf }]) =>
          undoneOf(io, entry, given).andThen((undone) => revertTrail(io, parts, undone, options)),
        ),
      );
    });

  audit
    .command('verify')
    .description(
      'verify that nobody changed, added, removed or moved entries, in the database or in an export',
    )
    .argument('[file]', 'a file that audit export wrote')
    .option(
      '--head <digest>',
      'what audit head printed earlier; also finds entries that are missing at the end',
      parseDigest,
    )
    .addOptions(publicOption(), databaseOption(), jsonOption())
    .action((file: string | undefined, { head, public: publicKeys, ...options }: VerifyOptions) => {
      const keys = { keys: 'verify' as const, ...(publicKeys !== undefined && { publicKeys }) };
      if (file === undefined) {
        return run(options, { ...existing(options, ['integrity']), ...keys }, ({ parts }) =>
          reportOfVerification(withProgress(io, ({ show }) => parts.integrity.verifyTrail(head, show))),
        );
      }
      return run(options, { database: options.db, ...keys, needs: ['trailFiles'] }, ({ parts }) =>
        reportOfVerification(withProgress(io, ({ show }) => verifyFile(parts, file, head, show))),
      );
    });

  audit
    .command('head')
    .description('print the digest of the newest entry; keep it elsewhere for audit verify --head')
    .addOptions(...placeOptions())
    .action((options: Options) =>
      run(options, existing(options, ['audit']), ({ parts }) =>
        parts.audit.head().map((head) => ({ json: head, lines: [head.digest] })),
      ),
    );

  audit
    .command('export')
    .addOptions(...trailOptions())
    .description('write entries of the audit log to standard output, the oldest first')
    .addOption(
      new Option('--format <format>', 'ndjson is exact; csv is safe for spreadsheets')
        .choices(['ndjson', 'csv'])
        .default('ndjson'),
    )
    .option('--follow', 'continue with every new entry, until the command is stopped')
    .addOptions(...placeOptions())
    .action((options: ExportOptions) =>
      run(options, existing(options, ['audit', ...needsOf(namedBy(options))]), ({ parts }) =>
        warnOfDoubts(io, parts, namedBy(options)).andThen(() =>
          ResultAsync.fromSafePromise(import('../audit/export-trail.js')).andThen(({ exportTrail }) =>
            exportTrail(io, parts.audit, options),
          ),
        ),
      ),
    );
};

function namedBy({ module, permission }: TrailOptions): NamedStrings {
  return { modules: [module], permissions: [permission] };
}

function problemOf(
  entry: number | '-' | undefined,
  { batch, file, only, user }: RevertTrailOptions,
): string | undefined {
  if (only !== undefined && typeof entry === 'number') {
    return '--only is for many users: the undo of one entry has one row';
  }
  if ((entry === undefined) === (batch === undefined)) {
    return 'name the number of an entry, - for those on standard input, or --batch and a batch: one of the three';
  }
  if (batch === undefined && (user ?? file) !== undefined) return '--user and --file require --batch';
  if (user !== undefined && file !== undefined)
    return '--user and --file exclude each other; write one of them';
  return undefined;
}
