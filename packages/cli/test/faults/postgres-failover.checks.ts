import { expect } from 'chai';
import { until } from '../../../../test/until.ts';
import { ask } from '../../../adapter-postgres/test/a-postgres.ts';
import {
  type AReplicatedPair,
  aReplicatedPair,
  NO_PAIR,
} from '../../../adapter-postgres/test/a-replicated-pair.ts';
import { PostgresBench } from './postgres-bench.ts';
import { expectPromises } from './postgres-faults.ts';

describe('Two services whose URL names a proxy in front of a primary and its synchronous standby', () => {
  let pair: AReplicatedPair | undefined;
  let bench: PostgresBench | undefined;

  beforeEach(async function () {
    if (NO_PAIR !== undefined) {
      console.log(`        skipped: ${NO_PAIR}`);
      this.skip();
    }
    pair = await aReplicatedPair();
    bench = await PostgresBench.onServer(pair.address);
  });
  afterEach(async () => {
    await bench?.close();
    await pair?.close();
  });

  it('lose no acknowledged change with the primary, and change again once the standby is promoted', async () => {
    const [{ killPrimary, promote }, on] = [pair as AReplicatedPair, bench as PostgresBench];
    const services = [await on.mustServe(), await on.mustServe()];
    const seen = await on.undergo(services, {
      begin: killPrimary,
      lasts: 2000,
      refuses: 'all',
      end: promote,
    });
    expectPromises(seen);
    expect(seen.refused).to.be.greaterThan(0);
    // The proxy passes nothing on to a standby, no reads either.
    expect(seen.reads).to.have.property('503').greaterThan(0);
    for (const { process } of services) expect(process.exitCode, 'the service ended').to.equal(null);
  });

  it('send every entry once and in order to a reader that follows the audit log, through the failover', async () => {
    const [{ killPrimary, promote }, on] = [pair as AReplicatedPair, bench as PostgresBench];
    const services = [await on.mustServe(), await on.mustServe()] as const;
    const reader = on.follow(services[0], 0);
    await until(() => reader.ids.length > 0, 'the first entry');
    await on.undergo(services, { begin: killPrimary, lasts: 1000, end: promote });
    const newestId = await on.newestEntry(services[1]);
    await until(() => (reader.ids.at(-1) ?? 0) >= newestId, 'the newest entry');
    await reader.kill();
    on.report({ entries: newestId });
    expect(reader.ids).to.deep.equal(Array.from({ length: newestId }, (_, n) => n + 1));
  });

  it('acknowledge nothing while the standby is lost, and change again once the primary stops waiting for it', async () => {
    const [{ killStandby, primary }, on] = [pair as AReplicatedPair, bench as PostgresBench];
    const services = [await on.mustServe(), await on.mustServe()];
    const seen = await on.undergo(services, {
      begin: killStandby,
      lasts: 12_000,
      end: () => ask(primary, 'alter system reset synchronous_standby_names', 'select pg_reload_conf()'),
    });
    expectPromises(seen);
    expect(seen.refused).to.be.greaterThan(0);
    expect(Object.keys(seen.reads), 'reads go on').to.deep.equal(['200']);
  });
});
