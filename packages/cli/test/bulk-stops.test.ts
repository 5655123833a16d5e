import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { BulkWorkplace, FedRun } from './bulk-workplace.ts';
import { BIN } from './ops-admin.ts';

const ROWS_PER_TRANSACTION = 500;
const REMOVE = ['permissions', 'remove', '--file', '-', '--json'];

describe('A batch that is interrupted', () => {
  const BATCHES = 12;
  const workplace = new BulkWorkplace(1 + BATCHES * ROWS_PER_TRANSACTION);
  /** Rows that remove one permission from each user of a batch. */
  const batch = (n: number) =>
    Array.from(
      { length: ROWS_PER_TRANSACTION },
      (_, index) => `${anId(2 + (n - 1) * ROWS_PER_TRANSACTION + index)},service.a.read\n`,
    ).join('');
  const all = (count = BATCHES) =>
    `user,permission\n${Array.from({ length: count }, (_, n) => batch(n + 1)).join('')}`;
  /** A command over all batches; its progress after the first row depends on time. */
  const start = (...args: string[]) => new FedRun(workplace.start([...REMOVE, ...args]), all());
  const left = () => workplace.holders('service.a.read');
  /** How many rows a run says it has done, in whole batches and not all of them; as many are gone. */
  const expectDone = (stderr: string) => {
    const done = Number(
      /^batch .*\n([\d,]+) rows: \1 removed; \1 permissions removed\nto undo it: /
        .exec(stderr)?.[1]
        ?.replace(',', ''),
    );
    expect(done % ROWS_PER_TRANSACTION, stderr).to.equal(0);
    expect(done).to.be.within(1, (BATCHES - 1) * ROWS_PER_TRANSACTION);
    expect(left()).to.equal(BATCHES * ROWS_PER_TRANSACTION - done);
  };

  it('ends when its reader closes the output, and exits with 141', async () => {
    const run = start();
    await run.printed(1);
    run.closeOutput();
    const { code, stderr } = await run.ended();
    expect(code).to.equal(141);
    expect(stderr).to.match(/\n\{"error":.*stopped, the program that reads the output has ended/);
    expectDone(stderr);
  });

  it('reports that it cannot write its output, and stops', async () => {
    await workplace.write('all.csv', all(3));
    const command = `"${process.execPath}" "${BIN}" permissions remove --file all.csv > /dev/full`;
    const child = spawn('sh', ['-c', command], { cwd: workplace.path('') });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/^batch .*\n500 rows: 500 removed/)
      .and.match(/cannot write the output: ENOSPC/);
    expect(left()).to.equal((BATCHES - 1) * ROWS_PER_TRANSACTION);
  });

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`ends at ${signal}, reports how many rows are done, and exits with ${exitCode}`, async () => {
      const run = start();
      await run.printed(1);
      run.kill(signal);
      const { code, stderr } = await run.ended();
      expect(code).to.equal(exitCode);
      expect(stderr).to.match(
        new RegExp(
          `\n.*"STOPPED","message":"stopped by ${signal}: only the rows above are done; run the command again for the rest"}}\n$`,
        ),
      );
      expectDone(stderr);
    });
  }

  it('changes nothing where it is stopped while it reads the file', async () => {
    const run = new FedRun(workplace.start(REMOVE));
    await run.feed(all());
    run.kill('SIGINT');
    const { code, stderr } = await run.ended();
    expect([code, left()]).to.deep.equal([130, BATCHES * ROWS_PER_TRANSACTION]);
    expect(stderr).to.include('stopped by SIGINT');
  });

  it('has the same effect when it is killed and repeated', async () => {
    const run = start();
    await run.printed(1);
    run.kill('SIGKILL');
    await run.ended();
    const done = BATCHES * ROWS_PER_TRANSACTION - left();
    expect(done).to.be.within(ROWS_PER_TRANSACTION, (BATCHES - 1) * ROWS_PER_TRANSACTION);
    const { code, results } = await workplace.rows(['remove', '--file', '-'], all());
    expect(code).to.equal(0);
    expect(results.filter((one) => one === 'nothing-held')).to.have.length(done);
    expect(results.slice(0, done)).to.not.include('removed');
    expect(left()).to.equal(0);
  });

  /** Takes the lock of the database from a run, waits until it has said all that it has done, and gives how many rows. */
  const lock = async (run: FedRun) => {
    const other = new Database(workplace.path('ops-admin.db'), { timeout: 60_000 });
    other.exec('begin immediate');
    run.readOn();
    const done = BATCHES * ROWS_PER_TRANSACTION - left();
    await until(() => run.stdout.split('\n').length - 1 === done, `${done} rows printed`);
    return { other, done };
  };

  it('waits for another process that holds the database lock, and continues', async () => {
    const run = start();
    await run.printed(1);
    const { done, other } = await lock(run);
    expect(done).to.be.below(BATCHES * ROWS_PER_TRANSACTION);
    other.exec('rollback');
    other.close();
    const { code } = await run.ended();
    expect([code, left()]).to.deep.equal([0, 0]);
  });

  it('gives up where the database stays locked, and reports the rows done', async () => {
    const run = start('--wait', '1s');
    await run.printed(1);
    const { other } = await lock(run);
    const { code, stderr } = await run.ended();
    other.close();
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /\n.*another program keeps the database locked, and only what is reported as done was changed; try again, or wait longer with --wait 30s"\}\}\n$/,
    );
    expectDone(stderr);
  });

  it('gives up where the disk is full, and reports the rows done', async () => {
    await workplace.write('all.csv', all());
    // No file may grow past this: to SQLite the same as a disk that is full, without one.
    const command = `ulimit -f 800; exec "${process.execPath}" "${BIN}" permissions remove --file all.csv`;
    const child = spawn('bash', ['-c', command], { cwd: workplace.path('') });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect(code).to.equal(1);
    expect(stderr).to.match(/\nops-admin: the database failed: /);
    const done = stdout.split('\n').length - 1;
    expect(done).to.be.within(1, 2 * ROWS_PER_TRANSACTION);
    expect(left()).to.equal(BATCHES * ROWS_PER_TRANSACTION - done);
  });

  it('needs no more memory for a file of 60 MB than for a small one', async () => {
    const peak = async (megabytes: number) => {
      const child = workplace.start(REMOVE, {
        NODE_OPTIONS: `--max-old-space-size=48 --import=data:text/javascript,${encodeURIComponent(
          'process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))',
        )}`,
      });
      const rows = `${anId(9999)},service.a,${'x'.repeat(8 * 1024)}\n`.repeat(128);
      const chunks = function* () {
        yield 'user,permission,note\n';
        for (let n = 0; n < megabytes; n++) yield rows;
      };
      child.stdout?.resume();
      const [stderr] = await Promise.all([
        text(child.stderr as NodeJS.ReadableStream),
        pipeline(Readable.from(chunks()), child.stdin as NodeJS.WritableStream),
      ]);
      expect(stderr).to.include(`${(megabytes * 128).toLocaleString('en')} rows: `);
      return Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
    };
    // The heap grows by 30 MB until it settles. A run that kept its input would end: its heap may not grow so far.
    const small = await peak(5);
    expect(await peak(60)).to.be.lessThan(small + 65);
  });
});
