import { type OpenedPostgres, openPostgres } from '@ops-admin/adapter-postgres';
import type { GrantBlock, Logger } from '@ops-admin/core';
import { aDraft, anId, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { type ADatabase, aDatabase, ask } from './a-postgres.ts';
import { type AProxy, aProxy } from './a-proxy.ts';
import { silent } from './silent.ts';

/** Two databases with other contents, so that it can be seen which one was read. */
describe('A standby for lists', () => {
  let made: ADatabase[] = [];
  let line: AProxy;
  let opened: OpenedPostgres | undefined;
  const said: string[] = [];
  const log: Logger = {
    ...silent,
    info: (_, message) => void said.push(message),
    warn: (_, message) => void said.push(message),
  };

  beforeEach(async () => {
    said.length = 0;
    made = [await aDatabase(), await aDatabase()];
    for (const [n, { url }] of made.entries()) {
      const stores = (await openPostgres({ url }))._unsafeUnwrap();
      const user = aUser(1, { permissions: [n === 0 ? 'service.of.primary' : 'service.of.standby'] });
      const { organisation } = stores.sealedBy(aSigner());
      (await organisation.importUsers([user], { ...aDraft(), action: 'set' }))._unsafeUnwrap();
      await stores.close();
    }
    line = await aProxy((made[1] as ADatabase).url);
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    await line.stop();
    for (const { drop } of made) await drop();
  });

  const open = async (url = line.url, more: object = {}) => {
    const [{ url: primary }] = made as [ADatabase];
    opened = (await openPostgres({ url: primary, standby: { url, log }, ...more }))._unsafeUnwrap();
    return opened;
  };
  /** Which of the two each way to read asks. */
  const asked = async ({ lists: { audit, users } }: OpenedPostgres) => {
    const nameOf = (strings: readonly string[] = []) => strings.join().replace('service.of.', '');
    const blocks: GrantBlock[] = [];
    for await (const block of users.grants({ start: 0 })) blocks.push(block._unsafeUnwrap());
    return [
      nameOf((await users.heldPermissions())._unsafeUnwrap()),
      nameOf((await users.list())._unsafeUnwrap()[0]?.permissions.toArray()),
      nameOf((await audit.namedPermissions())._unsafeUnwrap()),
      nameOf(blocks.flatMap(({ grants }) => grants.map(({ permission }) => permission))),
    ];
  };
  const standby = Array.from({ length: 4 }, () => 'standby');
  const primary = Array.from({ length: 4 }, () => 'primary');

  it('is read for lists, and for nothing else', async () => {
    const stores = await open();
    expect(await asked(stores)).to.deep.equal(standby);
    expect((await stores.users.find(anId(1)))._unsafeUnwrap()?.permissions.toArray()).to.deep.equal([
      'service.of.primary',
    ]);
    expect((await stores.audit.namedPermissions())._unsafeUnwrap()).to.deep.equal(['service.of.primary']);
  });

  it('is replaced by the primary while it is down, and read again', async () => {
    const stores = await open();
    expect(await asked(stores)).to.deep.equal(standby);
    await line.stop();
    expect(await asked(stores)).to.deep.equal(primary);
    await line.heal();
    await until(async () => (await asked(stores)).join() === standby.join(), 'the standby is read');
    expect(said).to.deep.equal([
      'the standby does not serve lists: the primary does',
      'the standby serves lists again',
    ]);
  });

  it('keeps nobody waiting for long if it is frozen', async () => {
    const stores = await open();
    await asked(stores);
    line.swallow();
    const since = performance.now();
    const [user] = (await stores.lists.users.list())._unsafeUnwrap();
    expect(user?.permissions.toArray()).to.deep.equal(['service.of.primary']);
    // The time that such a read has.
    expect(performance.now() - since).to.be.lessThan(15_000);
    expect(await asked(stores)).to.deep.equal(primary);
  });

  it('need not be there when the service starts', async () => {
    await line.stop();
    const stores = await open();
    expect(said).to.deep.equal(['the standby does not serve lists: the primary does']);
    expect(await asked(stores)).to.deep.equal(primary);
  });

  it('is not read if it has not the tables', async () => {
    await ask((made[1] as ADatabase).url, 'drop table counters');
    expect(await asked(await open())).to.deep.equal(primary);
  });

  it('is asked for the password as it is then', async () => {
    let asked = 0;
    const { password: known } = new URL(line.url);
    const password = () => {
      asked++;
      return decodeURIComponent(known);
    };
    const { lists } = await open(line.url, { password });
    const before = asked;
    line.reset();
    await until(async () => (await lists.users.list()).isOk() && asked > before, 'another connection');
  });

  it('is passed over where a standby is wanted and the server is none', async () => {
    const url = new URL(line.url);
    for (const wanted of ['standby', 'prefer-standby', 'read-only']) {
      url.searchParams.set('target_session_attrs', wanted);
      expect(await asked(await open(url.href)), wanted).to.deep.equal(primary);
      await opened?.close();
    }
  });

  it('is late from the moment when it stops', async () => {
    const { standbyLag } = await open((made[0] as ADatabase).url);
    expect(await standbyLag?.()).to.be.lessThan(1);
    await opened?.close();
    const gone = (await open('postgres://nobody@127.0.0.1:1/x')).standbyLag;
    const first = (await gone?.()) as number;
    await until(async () => ((await gone?.()) as number) > first, 'a longer time');
  });

  it('has a URL that is read like the others', async () => {
    const [{ url }] = made as [ADatabase];
    const wrong = new URL(url);
    wrong.searchParams.set('target_session_attrs', 'read-write');
    const refused = await openPostgres({ url, standby: { url: wrong.href, log } });
    expect(refused._unsafeUnwrapErr().message).to.include(
      'target_session_attrs must be any or standby or read-only or prefer-standby',
    );
  });
});
