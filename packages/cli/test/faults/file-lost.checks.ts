import { randomBytes } from 'node:crypto';
import { chmod, copyFile, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { backUpDatabase } from '@ops-admin/adapter-sqlite';
import { expect } from 'chai';
import type { BenchService } from '../command-bench.ts';
import { hasErrorShape } from './check-journal.ts';
import { FaultBench } from './fault-bench.ts';
import type { Load } from './load.ts';

/** Same file, same length, another content. */
async function overwrite(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(randomBytes((await handle.stat()).size), 0);
  await handle.close();
}

describe('A service whose database file is', () => {
  let bench: FaultBench;
  let service: BenchService;
  let load: Load;

  before(async () => {
    bench = await FaultBench.open();
  });
  after(() => bench.close());
  beforeEach(async () => {
    await bench.reset();
    service = await bench.mustServe();
    load = bench.load(service);
    await load.answered(20, 0);
  });
  afterEach(async () => {
    await load.stop();
    await service.kill('SIGKILL');
    await rm(aside(), { force: true });
  });
  const aside = () => join(bench.folder, 'aside.db');
  const backUp = async () => (await backUpDatabase(bench.database, aside()))._unsafeUnwrap();

  /** Nothing that is sent from now on is acknowledged; the service says so, and lives. Returns the moment. */
  async function expectOutage(): Promise<number> {
    const since = performance.now();
    const failed = await load.until(500, since);
    expect(hasErrorShape(failed.body), failed.body).to.equal(true);
    await load.answered(20, performance.now());
    expect(await bench.readyStatus(service)).to.equal(503);
    expect(await bench.readStatus(service)).to.equal(500);
    expect((await fetch(`${service.url}/health/live`)).status).to.equal(200);
    const acknowledged = load.answeredSince(since).filter(({ outcome }) => outcome === 200);
    expect(acknowledged.map(({ id }) => id)).to.deep.equal([]);
    bench.report({ outage: load.answeredSince(since).length });
    return since;
  }

  /** Changes are acknowledged again, without a restart. */
  async function expectRecovery(): Promise<number> {
    const since = performance.now();
    await load.until(200, since);
    const again = performance.now();
    expect(await bench.readyStatus(service)).to.equal(200);
    expect(await bench.readStatus(service)).to.equal(200);
    await load.answered(20, again);
    expect(load.answeredSince(again).filter(({ outcome }) => outcome !== 200)).to.deep.equal([]);
    return since;
  }

  /** What was asked since, or at all, is what the database holds. */
  async function expectNothingLost(since = 0): Promise<void> {
    await load.stop();
    await service.kill('SIGTERM');
    const { flaws, ...counts } = await bench.reckon(load.answeredSince(since));
    bench.report(counts);
    expect(flaws).to.deep.equal([]);
    expect(counts.acknowledged).to.be.greaterThan(0);
  }

  it('moved away acknowledges nothing more, and has lost nothing when it is moved back', async () => {
    await rename(bench.database, aside());
    await expectOutage();
    await rename(aside(), bench.database);
    await expectRecovery();
    await expectNothingLost();
  });

  it('removed acknowledges nothing more, and takes up a backup in its place', async () => {
    await backUp();
    await bench.remove();
    await expectOutage();
    await rename(aside(), bench.database);
    await expectNothingLost(await expectRecovery());
  });

  it('replaced by a backup goes on with that', async () => {
    await backUp();
    const since = performance.now();
    await rename(aside(), bench.database);
    // At most a request or two fail in between.
    await load.until(200, since);
    const replaced = performance.now();
    await expectRecovery();
    await expectNothingLost(replaced);
  });

  it('left without its log keeps what was acknowledged', async () => {
    await rm(`${bench.database}-wal`);
    // The change that was on its way; it is done nevertheless, which nobody was promised.
    await load.until(500, 0);
    await expectRecovery();
    await expectNothingLost();
  });

  for (const [fault, damage] of [
    ['cut to nothing', (file: string) => truncate(file, 0)],
    ['cut in half', async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2))],
    ['overwritten with noise', overwrite],
  ] as const) {
    it(`${fault} acknowledges nothing more, and takes up a backup in its place`, async () => {
      await backUp();
      await damage(bench.database);
      await expectOutage();
      await rename(aside(), bench.database);
      await expectNothingLost(await expectRecovery());
    });
  }

  it('cut short takes up a backup that is copied over it', async () => {
    await backUp();
    await truncate(bench.database, 100);
    await expectOutage();
    await copyFile(aside(), bench.database);
    await expectNothingLost(await expectRecovery());
  });

  it('made read-only has it open already, and goes on', async () => {
    await chmod(bench.database, 0o400);
    await expectRecovery();
    await chmod(bench.database, 0o600);
    await expectNothingLost();
  });
});
