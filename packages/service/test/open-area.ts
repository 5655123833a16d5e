// Opens a database with an area, as a program that starts does: `node open-area.ts DATABASE MIGRATION…`
import { compose, createLogger, readConfig } from '@ops-admin/service';
import { notesArea } from './notes-area.ts';

const [database = '', ...migrations] = process.argv.slice(2);
const opened = await compose(
  {
    config: readConfig({})._unsafeUnwrap(),
    database,
    areas: [notesArea(...migrations)],
    log: createLogger('warn', process.stderr),
  },
  ['areas'],
);
if (opened.isErr()) throw new Error(JSON.stringify(opened.error));
await opened.value.close();
