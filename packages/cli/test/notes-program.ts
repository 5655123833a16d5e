// `ops-admin` with an area, as a program: `node notes-program.ts notes count TABLE`

import { type AreaProgram, runProcess } from '@ops-admin/cli';
import { errAsync, ResultAsync } from '@ops-admin/core';
import { COUNT, NOTES, notesArea } from '../../service/test/notes-area.ts';

interface CountOptions {
  readonly as?: string;
  readonly db: string;
  readonly json?: boolean;
}

/** Counts the rows of a table, and fails in every way where it is told to. */
export const NOTES_PROGRAM: AreaProgram = {
  name: 'ops',
  areas: [notesArea(NOTES)],
  addCommands(program, { databaseOption, jsonOption, run }) {
    program
      .command('notes')
      .description('what was noted')
      .command('count')
      .description('count what there is')
      .argument('<table>', 'where to look')
      .option('--as <end>', 'how it ends')
      .option('--writes', 'whether it writes')
      .addOption(databaseOption())
      .addOption(jsonOption())
      .action((table: string, { as = '', writes = false, ...options }: CountOptions & { writes?: boolean }) =>
        run(options, { port: COUNT, writes }, (count) => {
          if (as === 'bug') throw new Error('oops');
          if (as === 'not-found') return errAsync({ type: as, message: 'there is nothing' });
          if (as === 'invalid-input') return errAsync({ type: as, message: 'what is that?' });
          if (as === 'store-unavailable') return errAsync({ type: as, cause: new Error('the disk is gone') });
          return ResultAsync.fromSafePromise(count(table)).map((rows) => ({
            records: as === 'nothing' ? [] : [{ table, rows, note: 'a\u001b[31mb' }],
            someFailed: as === 'partly',
          }));
        }),
      );
  },
};

if (import.meta.main) await runProcess(process, NOTES_PROGRAM);
