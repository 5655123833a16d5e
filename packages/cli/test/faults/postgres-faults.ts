import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { until } from '../../../../test/until.ts';
import { type AProxy, aProxy } from '../../../adapter-postgres/test/a-proxy.ts';
import { type OwnServer, ownServer } from '../../../adapter-postgres/test/own-server.ts';
import type { BenchService } from '../command-bench.ts';
import { type Fault, PostgresBench, type Undergone } from './postgres-bench.ts';

/**
 * Every answer, that of a fault included, is there after so many milliseconds: five seconds, and what a busy machine takes. Where nothing
 * ends a request but that, the fault lasts longer.
 */
export const DEADLINE_MS = 10_000;

/** A server, two services, and the line of each to it. */
export interface Failing {
  readonly server: OwnServer;
  readonly bench: PostgresBench;
  readonly proxies: readonly AProxy[];
  readonly services: readonly BenchService[];
  close(): Promise<void>;
}

export async function openFailing(): Promise<Failing> {
  const server = await ownServer();
  const bench = await PostgresBench.onServer(server.url);
  const proxies = await Promise.all([aProxy(server.url), aProxy(server.url)]);
  const services = await Promise.all(proxies.map(({ url }) => bench.mustServe(url)));
  const close = async () => {
    await bench.close();
    for (const proxy of proxies) await proxy.stop();
    await server.close();
  };
  return { server, bench, proxies, services, close };
}

export type FaultName =
  | 'killed'
  | 'cut'
  | 'commit-unheard'
  | 'read-only'
  | 'slow'
  | 'swallowing'
  | 'reset'
  | 'stopped';

/** Faults of a server, and of the network in front of it. */
export function faultsOf({ server, bench, proxies }: Failing): Readonly<Record<FaultName, Fault>> {
  const healAll = () => Promise.all(proxies.map((proxy) => proxy.heal()));
  const toAll = (what: (proxy: AProxy) => unknown) => () => Promise.all(proxies.map(what));
  return {
    killed: { begin: () => server.kill(), lasts: 0, refuses: 'all', end: () => server.start() },
    cut: {
      begin: async () => {
        let busy = 0;
        for (let times = 0; times < 10 || (busy === 0 && times < 100); times++) busy += await bench.cutAll();
        if (busy === 0) throw new Error('no connection was in the middle of a transaction');
      },
      lasts: 0,
      end: () => {},
    },
    // With its end, because every change begins with "isolation level read committed".
    'commit-unheard': {
      // Reads commit too: it is armed until a change was cut.
      begin: (loads) =>
        until(() => {
          for (const proxy of proxies) proxy.cutBehind('commit\0');
          return loads.some(({ asked }) => asked.some(({ outcome }) => outcome === 500));
        }, 'a change that is not heard'),
      lasts: 500,
      end: healAll,
    },
    'read-only': {
      begin: () => setReadOnly(bench, true),
      lasts: 0,
      refuses: 'changes',
      end: () => setReadOnly(bench, false),
    },
    slow: { begin: toAll((proxy) => proxy.slow(150)), lasts: 2500, end: healAll },
    swallowing: { begin: toAll((proxy) => proxy.swallow()), lasts: 12_000, refuses: 'changes', end: healAll },
    reset: { begin: toAll((proxy) => proxy.reset()), lasts: 0, end: toAll((proxy) => proxy.reset()) },
    stopped: { begin: toAll((proxy) => proxy.stop()), lasts: 0, refuses: 'changes', end: healAll },
  };
}

/**
 * A network that loses every packet of one service while it is in the middle of a change: the server keeps the lock that
 * this change has, and changes of all services wait for it until the server ends it.
 */
export function vanishing({ bench, proxies }: Failing): Fault {
  return {
    begin: async () => {
      for (;;) {
        proxies[0]?.vanish();
        await sleep(200);
        const holding = await bench.ask(
          `select 1 from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction'`,
        );
        if (holding.length > 0) return;
        await proxies[0]?.heal();
        await sleep(50);
      }
    },
    lasts: 6000,
    end: () => proxies[0]?.heal(),
  };
}

/** As a primary does that was demoted: no transaction writes any more, those of open connections neither. */
async function setReadOnly(bench: PostgresBench, isReadOnly: boolean): Promise<void> {
  const state = isReadOnly ? 'on' : 'off';
  await bench.ask(
    'set default_transaction_read_only = off',
    `alter system set default_transaction_read_only = ${state}`,
    'select pg_reload_conf()',
  );
}

/** The promise for every fault. */
export function expectPromises({ acknowledged, flaws, recovered, slowest }: Undergone): void {
  expect(flaws).to.deep.equal([]);
  expect(acknowledged).to.be.greaterThan(0);
  expect(slowest, 'the slowest answer').to.be.below(DEADLINE_MS);
  expect(recovered, 'until changes were taken again').to.be.below(DEADLINE_MS);
}
