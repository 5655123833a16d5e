import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { until } from '../../../../test/until.ts';
import { openTables } from '../open-data.ts';
import { csvOf, rows, writeDump } from './csv-files.ts';
import { folderForEachTest } from './reference-fixture.ts';

// Renews from one folder and the other in turn, for ever.
const PROGRAM = `
  import { renewAirports } from '@ops-admin/reference-data';
  const [file, ...folders] = process.argv.slice(1);
  for (;;) for (const folder of folders) {
    const done = await renewAirports({ from: folder, file, force: true });
    console.log(done.isOk() ? 'done' : done.error);
  }
`;

describe('A renewal that is killed', () => {
  const folder = folderForEachTest();
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  it('leaves the old file or the new one, whole', async () => {
    const file = folder.file('reference.sqlite');
    const dumps = [20, 30].map((count) =>
      writeDump(folder.file(`dump-${count}`), { airports: csvOf(rows(count)) }),
    );
    const drafts = () => readdirSync(folder.file('.')).filter((name) => name.endsWith('.tmp'));
    let killedInTheMiddle = 0;
    for (let round = 0; round < 8; round++) {
      child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, file, ...dumps], {
        cwd: join(import.meta.dirname, '..'),
      });
      const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
      expect(String(line)).to.match(/^done/);
      const before = new Set(drafts());
      const isInTheMiddle = () => drafts().some((name) => !before.has(name));
      await until(() => {
        child.kill('SIGSTOP');
        if (isInTheMiddle()) return true;
        child.kill('SIGCONT');
        return false;
      }, 'a draft of the new file');
      child.kill('SIGKILL');
      await once(child, 'close');
      if (isInTheMiddle()) killedInTheMiddle++;
      const database = openTables(file);
      expect(database.pragma('quick_check', { simple: true })).to.equal('ok');
      expect([40, 60]).to.include(database.prepare('SELECT count(*) FROM airport').pluck().get());
      database.close();
    }
    // A signal takes a moment: one or the other may have got through.
    expect(killedInTheMiddle).to.be.greaterThan(0);
  });
});
