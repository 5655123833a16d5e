import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { BenchService } from '../command-bench.ts';
import { hasErrorShape } from './check-journal.ts';
import { FaultBench } from './fault-bench.ts';

const run = promisify(execFile);

/** Makes and ends a state in which nothing more can be written. */
interface Shortage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

describe('A service without room for its database', () => {
  let bench: FaultBench | undefined;
  let mounted: string | undefined;

  afterEach(async () => {
    await bench?.close();
    bench = undefined;
    if (mounted === undefined) return;
    await run('umount', [mounted]);
    await rm(mounted, { recursive: true });
    mounted = undefined;
  });

  /** Under load all the time: changes fail meanwhile, reads do not, and all is well after. */
  async function expectPatience(of: FaultBench, service: BenchService, shortage: Shortage): Promise<void> {
    const load = of.load(service);
    await load.until(200, 0);
    await shortage.begin();
    const failed = await load.until(500, performance.now());
    expect(hasErrorShape(failed.body), failed.body).to.equal(true);
    await load.answered(20, performance.now());
    expect(await of.readStatus(service)).to.equal(200);
    expect(await of.readyStatus(service)).to.equal(200);

    await shortage.end();
    await load.until(200, performance.now());
    await load.stop();
    await service.kill('SIGTERM');
    const { flaws, ...counts } = await of.reckon(load.asked);
    of.report(counts);
    expect(flaws).to.deep.equal([]);
    expect(counts.refused).to.be.greaterThan(0);
    expect([counts.refusedDone, counts.unknown]).to.deep.equal([0, 0]);
  }

  it('fails changes on a full disk, still reads, and changes again when space is free', async function () {
    const place = await mkdtemp(join(tmpdir(), 'ops-admin-small-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', place]);
      mounted = place;
    } catch {
      await rm(place, { recursive: true });
      console.log('        skipped: mounting a small disk takes root');
      this.skip();
    }
    bench = await FaultBench.open(place);
    await expectPatience(bench, await bench.mustServe(), {
      begin: async () => {
        // As much as there is: the log grows meanwhile.
        await writeFile(join(place, 'ballast'), Buffer.alloc(8 * 1024 * 1024)).catch(() => {});
      },
      end: () => rm(join(place, 'ballast')),
    });
  });

  it('does the same where its files may not grow', async function () {
    bench = await FaultBench.open();
    const service = await bench.mustServe();
    const limit = (bytes: string) =>
      run('prlimit', ['--pid', String(service.process.pid), `--fsize=${bytes}`]);
    try {
      // Far above what there is; and only the soft limit can be raised again without root.
      await limit('1000000000:');
    } catch {
      console.log('        skipped: there is no prlimit');
      this.skip();
    }
    await expectPatience(bench, service, {
      begin: async () => {
        await limit('100000:');
      },
      end: async () => {
        await limit('1000000000:');
      },
    });
  });
});
