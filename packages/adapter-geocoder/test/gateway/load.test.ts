import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openLookupCache } from '@ops-admin/adapter-geocoder';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { until } from '../../../../test/until.ts';
import { aGateway, GAZETTEER, IN_GAZETTEER, remote } from './a-gateway.ts';
import { AServer, type Behaviour } from './a-server.ts';

describe('Address providers under load', () => {
  const servers = localServers();

  it('receive 100 requests for 1,000 lookups of 100 texts by 32 callers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ops-admin-cache-'));
    const file = join(folder, 'cache.sqlite');
    const { cache, close } = openLookupCache({ file, capacity: 1000 })._unsafeUnwrap();
    const server = await AServer.start(servers, 'Vaduz');
    server.delayMs = 5;
    const { ask } = aGateway([remote(server, { keepSeconds: 60 })], { cache });
    const texts = Array.from({ length: 1000 }, (_, n) => `Street ${(n * 37) % 100}`);
    const answers: string[] = [];
    const caller = async () => {
      for (let text = texts.pop(); text !== undefined; text = texts.pop()) answers.push(await ask(text));
    };
    await Promise.all(Array.from({ length: 32 }, caller));
    expect(answers).to.have.length(1000);
    expect(new Set(answers)).to.deep.equal(new Set(['Vaduz']));
    expect(server.asked).to.have.length(100);
    close();
    rmSync(folder, { recursive: true });
  });

  it('answer while one of them can, whatever happens to the first', async () => {
    const [first, second] = await Promise.all(
      ['First', 'Second'].map((city) => AServer.start(servers, city)),
    );
    if (!first || !second) throw new Error('no servers');
    const order = [
      remote(first, { name: 'nominatim:first', timeoutMs: 200 }),
      // Long enough for a busy machine: only the first is to fail.
      remote(second, { name: 'nominatim:second', timeoutMs: 5_000 }),
      GAZETTEER,
    ] as const;
    const { ask } = aGateway(order, { cooldownMs: 50 });
    const seen = new Set<string>();
    let answers = 0;
    let isOver = false;
    const caller = async (id: number) => {
      for (let n = 0; !isOver; n++) {
        seen.add(await ask(`${id} ${n}`));
        answers++;
        await nextTurn();
      }
    };
    const callers = Promise.all(Array.from({ length: 16 }, (_, id) => caller(id)));
    for (const behaviour of ['found', 'broken', 'silent', 'busy', 'garbage', 'found'] satisfies Behaviour[]) {
      first.behaviour = behaviour;
      first.headers = behaviour === 'busy' ? { 'Retry-After': '0' } : {};
      const before = answers;
      await until(() => answers >= before + 100, `100 answers while the first is ${behaviour}`);
    }
    isOver = true;
    await callers;
    expect([...seen].sort()).to.deep.equal(['First', 'Second']);

    first.behaviour = second.behaviour = 'broken';
    expect(await ask(IN_GAZETTEER)).to.equal(IN_GAZETTEER);
  });
});
