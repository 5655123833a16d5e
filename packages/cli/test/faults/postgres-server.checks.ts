import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type OwnServer, ownServer } from '../../../adapter-postgres/test/own-server.ts';
import { PostgresBench } from './postgres-bench.ts';
import { expectPromises, type Failing, type FaultName, faultsOf, openFailing } from './postgres-faults.ts';

const run = promisify(execFile);

describe('Two services whose PostgreSQL server', () => {
  let failing: Failing;

  // tools/postgres-faults.mjs does the same more often.
  before(async () => {
    failing = await openFailing();
  });
  after(() => failing.close());
  afterEach(() => {
    for (const { process } of failing.services) expect(process.exitCode, 'the service ended').to.equal(null);
  });

  const undergo = (name: FaultName) => failing.bench.undergo(failing.services, faultsOf(failing)[name]);

  it('is killed and restarted: acknowledged changes are kept, and both services continue', async () => {
    const seen = await undergo('killed');
    expectPromises(seen);
    expect(seen.refused).to.be.greaterThan(0);
    expect(seen.reads).to.have.property('503').greaterThan(0);
  });

  it('ends connections during a transaction: each change is complete or absent', async () => {
    expectPromises(await undergo('cut'));
  });

  it('loses the answer to a commit: the change fails, and is not repeated', async () => {
    const seen = await undergo('commit-unheard');
    expectPromises(seen);
    expect(seen.refusedDone).to.be.greaterThan(0);
  });

  it('turns read-only: changes fail, reads continue, and changes succeed again afterwards', async () => {
    const seen = await undergo('read-only');
    expectPromises(seen);
    expect(seen.refused).to.be.greaterThan(0);
    expect(seen.refusedDone).to.equal(0);
    expect(Object.keys(seen.reads)).to.deep.equal(['200']);
  });

  it('is slow to reach: every change succeeds', async () => {
    const seen = await undergo('slow');
    expectPromises(seen);
    expect(seen.slowest).to.be.greaterThan(600);
    expect([seen.refused, Object.keys(seen.reads)]).to.deep.equal([0, ['200']]);
  });

  it('drops packets: requests fail within the deadline', async () => {
    const seen = await undergo('swallowing');
    expectPromises(seen);
    expect(seen.slowest).to.be.greaterThan(4500);
    expect(seen.refused).to.be.greaterThan(0);
  });

  it('resets connections: each change is complete or absent', async () => {
    expectPromises(await undergo('reset'));
  });

  it('refuses connections: requests fail immediately, and both services continue', async () => {
    const seen = await undergo('stopped');
    expectPromises(seen);
    expect(seen.refused).to.be.greaterThan(0);
  });
});

describe('A service whose PostgreSQL server has a full disk', () => {
  let place: string;
  let isMounted = false;
  let server: OwnServer | undefined;
  let bench: PostgresBench | undefined;

  before(async function () {
    place = await mkdtemp(join(tmpdir(), 'ops-admin-small-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', place]);
      isMounted = true;
    } catch {
      console.log('        skipped: mounting a small disk takes root');
      this.skip();
    }
  });
  after(async () => {
    await bench?.close();
    await server?.close();
    if (isMounted) await run('umount', [place]);
    await rm(place, { recursive: true });
  });

  it('fails changes, and accepts them again when space is free', async () => {
    const own = await ownServer({
      place,
      initdb: ['--wal-segsize=1'],
      settings: ['max_wal_size=4MB', 'min_wal_size=2MB'],
    });
    server = own;
    bench = await PostgresBench.onServer(own.url);
    const service = await bench.mustServe();
    const ballast = join(place, 'ballast');
    const seen = await bench.undergo([service], {
      begin: async (loads) => {
        await writeFile(ballast, Buffer.alloc(64 * 1024 * 1024)).catch(() => {});
        expect((await statfs(place)).bavail).to.equal(0);
        await Promise.all(loads.map((load) => load.until(500, performance.now())));
      },
      lasts: 0,
      end: async () => {
        await rm(ballast);
        // It ends by itself where its log cannot grow.
        await own.start();
      },
    });
    expectPromises(seen);
    expect(seen.refused).to.be.greaterThan(0);
    expect(service.process.exitCode).to.equal(null);
  });
});
