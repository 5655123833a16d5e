import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';

/** More than the pipe holds, so that most of it waits when the process ends. */
const LINES = 3_000;

describe('createLogger on standard error', () => {
  /** Runs a program that writes that many lines and then ends its own way; its log is read only after that began. */
  async function logOf(end: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
    const program = `
      import { writeSync } from 'node:fs';
      import { createLogger } from '@ops-admin/service';
      const log = createLogger('info', process.stderr);
      for (let n = 0; n < ${LINES}; n++) log.info({ n, fill: 'x'.repeat(200) }, 'line');
      writeSync(1, 'ending');
      ${end}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close');
    await once(child.stdout, 'data');
    const log = await text(child.stderr);
    const [code] = await closed;
    return { code, lines: log.split('\n').filter((line) => line.startsWith('{')) };
  }

  for (const [what, end, expected] of [
    ['by itself', '', 0],
    ['by process.exit', 'process.exit(3);', 3],
    ['with an uncaught error', "throw new Error('oops');", 1],
  ] as const) {
    it(`loses no line where the process ends ${what}`, async () => {
      const { code, lines } = await logOf(end);
      expect(code).to.equal(expected);
      expect(lines.map((line) => JSON.parse(line).n)).to.deep.equal([...Array(LINES).keys()]);
    });
  }

  /** Runs a program with a log, whose lines go into a file. */
  function runInto(file: string, program: string): SpawnSyncReturns<string> {
    const log = openSync(file, 'a');
    const begin = `
      import { createLogger } from '@ops-admin/service';
      const log = createLogger('info', process.stderr);
      log.info({}, 'begun');`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', begin + program], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', log],
      encoding: 'utf8',
    });
    closeSync(log);
    return ended;
  }

  it('has written a warning, and all lines before it, when the process is killed right after it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ops-admin-log-'));
    const file = join(folder, 'log');
    runInto(file, `log.warn({}, 'odd'); process.kill(process.pid, 'SIGKILL');`);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    rmSync(folder, { recursive: true });
    expect(lines.map((line) => JSON.parse(line).msg)).to.deep.equal(['begun', 'odd']);
  });

  it('continues where the disk is full', function () {
    if (!existsSync('/dev/full')) this.skip();
    const { status, stdout } = runInto('/dev/full', `log.error({}, 'bad'); console.log('done');`);
    expect([status, stdout]).to.deep.equal([0, 'done\n']);
  });
});
