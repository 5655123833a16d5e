import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { anId } from '@ops-admin/core/fakes';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { BulkWorkplace, FedRun, rowsIn } from './bulk-workplace.ts';
import { BIN } from './ops-admin.ts';

const ROWS_PER_TRANSACTION = 500;
const REMOVE = ['permissions', 'remove', '--file', '-', '--json'];

describe('A bulk run that is disturbed', function () {
  this.timeout(30_000);
  const workplace = new BulkWorkplace(1 + 3 * ROWS_PER_TRANSACTION);
  const start = () => {
    const run = new FedRun(workplace.start(REMOVE));
    run.feed('user,permission\n');
    return run;
  };
  /** Rows that remove one permission from each user of a batch. */
  const batch = (n: number) =>
    Array.from(
      { length: ROWS_PER_TRANSACTION },
      (_, index) => `${anId(2 + (n - 1) * ROWS_PER_TRANSACTION + index)},service.a.read\n`,
    ).join('');
  const left = () => workplace.holders('service.a.read');

  it('ends the batch where nobody reads on, and exits with 141', async () => {
    const run = start();
    run.feed(batch(1));
    // The parser looks ahead: the last row of a batch comes with the next.
    run.feed(batch(2).slice(0, 100));
    await run.printed(ROWS_PER_TRANSACTION - 10);
    run.closeOutput();
    run.feed(batch(2).slice(100) + batch(3));
    const { code, stderr } = await run.end();
    expect(code).to.equal(141);
    expect(stderr).to.match(
      /^batch .*\n1,000 rows: 1,000 removed; .*\nto undo it: .*\n\{"error":.*stopped, nobody reads the output/,
    );
    expect(left()).to.equal(ROWS_PER_TRANSACTION);
  });

  it('reports that its output cannot be written, and stops', async () => {
    await workplace.write('all.csv', `user,permission\n${batch(1)}${batch(2)}${batch(3)}`);
    const command = `"${process.execPath}" "${BIN}" permissions remove --file all.csv > /dev/full`;
    const child = spawn('sh', ['-c', command], { cwd: workplace.path('') });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/^batch .*\n500 rows: 500 removed/)
      .and.match(/cannot write the output: ENOSPC/);
    expect(left()).to.equal(2 * ROWS_PER_TRANSACTION);
  });

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`ends the batch at ${signal}, says how far it came, and exits with ${exitCode}`, async () => {
      const run = start();
      run.feed(batch(1) + batch(2).slice(0, 300));
      await run.printed(ROWS_PER_TRANSACTION);
      run.kill(signal);
      const { code, stderr } = await run.ended();
      expect(code).to.equal(exitCode);
      expect(stderr).to.match(/^batch .*\n500 rows: 500 removed; 500 permissions removed\nto undo it: /);
      expect(stderr).to.match(
        new RegExp(`\n.*"STOPPED","message":"stopped by ${signal}: only the rows above are done"}}\n$`),
      );
      expect(left()).to.equal(2 * ROWS_PER_TRANSACTION);
    });
  }

  it('has the same effect when a killed run is repeated', async () => {
    const run = start();
    run.feed(batch(1) + batch(2).slice(0, 300));
    await run.printed(1);
    run.kill('SIGKILL');
    await run.ended();
    expect(left()).to.equal(2 * ROWS_PER_TRANSACTION);
    const { code, results } = await workplace.rows(
      ['remove', '--file', '-'],
      `user,permission\n${batch(1)}${batch(2)}`,
    );
    expect(code).to.equal(0);
    expect(results).to.have.length(2 * ROWS_PER_TRANSACTION);
    expect(results.slice(0, ROWS_PER_TRANSACTION)).to.satisfy((all: string[]) =>
      all.every((one) => one === 'nothing-held'),
    );
    expect(left()).to.equal(ROWS_PER_TRANSACTION);
  });

  it('waits for another process that has the database locked, and goes on', async () => {
    const run = start();
    run.feed(batch(1) + batch(2).slice(0, 300));
    await run.printed(ROWS_PER_TRANSACTION);
    const other = new Database(workplace.path('ops-admin.db'));
    other.exec('begin immediate');
    run.feed(batch(2).slice(300) + batch(3));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(rowsIn(run.stdout)).to.have.length(ROWS_PER_TRANSACTION);
    other.exec('rollback');
    other.close();
    const { code } = await run.end();
    expect([code, left()]).to.deep.equal([0, 0]);
  });

  it('gives up where the database stays locked, and says what is done', async () => {
    const run = start();
    run.feed(batch(1) + batch(2).slice(0, 300));
    await run.printed(ROWS_PER_TRANSACTION);
    const other = new Database(workplace.path('ops-admin.db'));
    other.exec('begin immediate');
    const { code, stderr } = await run.end();
    other.close();
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^batch .*\n500 rows: 500 removed; .*\nto undo it: .*\n.*another program is changing the database for too long, and only what is reported as done was changed; try again, or wait longer with --wait 30s"\}\}\n$/,
    );
    expect(left()).to.equal(2 * ROWS_PER_TRANSACTION);
  });

  it('gives up where the disk is full, and says what is done', async () => {
    await workplace.write('all.csv', `user,permission\n${batch(1)}${batch(2)}${batch(3)}`);
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
    expect(left()).to.equal(3 * ROWS_PER_TRANSACTION - done);
  });

  it('needs no more memory for 200 MB than for little', async function () {
    this.timeout(120_000);
    const peak = async (megabytes: number) => {
      const child = workplace.start(REMOVE, {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
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
    // With less, the heap has not grown to what it settles at.
    const small = await peak(50);
    expect(await peak(200)).to.be.lessThan(small + 60);
  });
});
