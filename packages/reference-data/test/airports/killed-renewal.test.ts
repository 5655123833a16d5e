import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { openReference } from '../../dist/file/open-reference.js';
import { csvOf, rows, writeDump } from './csv-files.ts';
import { folderForEachTest } from './reference-fixture.ts';

// Renews from one folder and the other in turn, for ever.
const PROGRAM = `
  import { airportFilesAt, renewAirports } from '@ops-admin/reference-data';
  const [file, ...folders] = process.argv.slice(1);
  for (;;) for (const folder of folders) {
    const done = await airportFilesAt(folder).asyncAndThen((files) => renewAirports({ files, file, force: true }));
    console.log(done.isOk() ? 'done' : done.error);
  }
`;

describe('A renewal that is killed', function () {
  this.timeout(60_000);
  const folder = folderForEachTest();
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  it('leaves the old file or the new one, whole', async () => {
    const file = folder.file('reference.sqlite');
    const dumps = [20, 30].map((count) =>
      writeDump(folder.file(`dump-${count}`), { airports: csvOf(rows(count)) }),
    );
    let drafts = 0;
    for (let round = 0; round < 8; round++) {
      child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, file, ...dumps], {
        cwd: join(import.meta.dirname, '..'),
      });
      const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
      expect(String(line)).to.match(/^done/);
      await setTimeout(10 * round);
      child.kill('SIGKILL');
      await once(child, 'close');
      const database = openReference(file)._unsafeUnwrap();
      expect(database.pragma('quick_check', { simple: true })).to.equal('ok');
      expect([40, 60]).to.include(database.prepare('SELECT count(*) FROM airport').pluck().get());
      database.close();
      drafts = readdirSync(folder.file('.')).filter((name) => name.endsWith('.tmp')).length;
    }
    // Some were killed in the middle of it.
    expect(drafts).to.be.greaterThan(0);
  });
});
