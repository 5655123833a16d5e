import { chmod, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backUpDatabase } from '@ops-admin/adapter-sqlite';
import { expect } from 'chai';
import type { BenchService } from '../command-bench.ts';
import { hasErrorShape } from './check-journal.ts';
import { FaultBench } from './fault-bench.ts';
import type { Load } from './load.ts';

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

  /** Expects that the service acknowledges no later request, reports it, and keeps running. */
  async function expectOutage(): Promise<void> {
    const since = performance.now();
    const failed = await load.until(500, since);
    expect(hasErrorShape(failed.body), failed.body).to.equal(true);
    await load.answered(20, performance.now());
    expect(await bench.readyStatus(service)).to.equal(503);
    expect((await fetch(`${service.url}/health/live`)).status).to.equal(200);
    const acknowledged = load.answeredSince(since).filter(({ outcome }) => outcome === 200);
    expect(acknowledged.map(({ id }) => id)).to.deep.equal([]);
    bench.report({ outage: load.answeredSince(since).length });
  }

  /** Changes are acknowledged. */
  async function expectService(): Promise<void> {
    const since = performance.now();
    await load.answered(20, since);
    expect(load.answeredSince(since).filter(({ outcome }) => outcome !== 200)).to.deep.equal([]);
    expect(await bench.readyStatus(service)).to.equal(200);
    expect(await bench.readStatus(service)).to.equal(200);
  }

  /** Ends the service, and starts it with the current database. */
  async function restart(): Promise<void> {
    await load.stop();
    await service.kill('SIGTERM');
    service = await bench.mustServe();
    load = bench.load(service);
    await expectService();
  }

  /** Expects that the database contains the changes of the given loads. */
  async function expectNothingLost(...asked: Load[]): Promise<void> {
    await load.stop();
    await service.kill('SIGTERM');
    const { flaws, ...counts } = await bench.reckon([...asked, load].flatMap((one) => one.answeredSince(0)));
    bench.report(counts);
    expect(flaws).to.deep.equal([]);
    expect(counts.acknowledged).to.be.greaterThan(0);
  }

  it('moved away acknowledges no change, and has lost nothing when the file is moved back', async () => {
    await rename(bench.database, aside());
    await expectOutage();
    await rename(aside(), bench.database);
    expect(await bench.readyStatus(service), 'until it is started again').to.equal(503);
    const before = load;
    await restart();
    await expectNothingLost(before);
  });

  it('removed acknowledges no change, and serves a backup after a restart', async () => {
    (await backUpDatabase(bench.database, aside()))._unsafeUnwrap();
    await bench.remove();
    await expectOutage();
    await rename(aside(), bench.database);
    await restart();
    await expectNothingLost();
  });

  it('made read-only after it was opened continues', async () => {
    await chmod(bench.database, 0o400);
    await expectService();
    await chmod(bench.database, 0o600);
    await expectNothingLost();
  });
});
