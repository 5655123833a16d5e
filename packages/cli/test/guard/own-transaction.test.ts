import { openPostgres } from '@ops-admin/adapter-postgres';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { err, ok, orThrow } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, aRequest, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { aDatabase } from '../../../adapter-postgres/test/a-postgres.ts';

/** More changes than one statement reads. More would take longer than the 5 seconds of the work of a program, on a busy machine. */
const MANY = 1001;

for (const kind of ['SQLite', 'PostgreSQL']) {
  describe(`A transaction by the embedding program on ${kind}`, () => {
    const signer = aSigner();
    let opened: Awaited<ReturnType<typeof open>>;
    let drop = async () => {};
    const open = async () => {
      if (kind === 'SQLite') return orThrow(openSqlite({ file: ':memory:' }));
      const made = await aDatabase();
      drop = made.drop;
      return orThrow(await openPostgres({ url: made.url }));
    };
    before(async () => {
      opened = await open();
      await stores().organisation.importUsers(
        Array.from({ length: MANY }, (_, n) => aUser(n + 1, n === 0 ? ADMIN : {})),
        { ...aDraft(), action: 'set' },
      );
      await opened.database.transaction((sql) => sql.all('create table tickets (title text unique)'));
    });
    after(async () => {
      await opened.close();
      await drop();
    });

    const ADMIN = { permissions: ['service.admin.access'] };
    const stores = () => ({ ...opened, ...opened.sealedBy(signer) });
    const all = <Row>(text: string, ...values: string[]) => opened.database.all<Row>(text, ...values);
    const add = (n: number, permission: string) => aRequest(n, 'add', [permission]);
    const holders = async (permission: string) =>
      (await all('select 1 from user_permissions where permission = ?', permission)).length;
    const entries = async (permission: string) =>
      (await all('select 1 from audit_changes where permission = ?', permission)).length;
    const tickets = async () => (await all('select title from tickets')).length;

    afterEach(async () => {
      orThrow(await verifyAuditTrail({ audit: stores().audit, verifier: signer }));
    });

    it('completes a change that the program does not await', async () => {
      const everybody = Array.from({ length: MANY }, (_, n) => add(n + 1, 'service.left.alone'));
      const written = await stores().transaction(async ({ change }) => {
        void change(everybody, AS_IT_COMES);
        await new Promise(setImmediate);
        return ok('done');
      });
      expect(orThrow(written)).to.equal('done');
      expect([await holders('service.left.alone'), await entries('service.left.alone')]).to.deep.equal([
        MANY,
        MANY,
      ]);
    });

    it('makes concurrent changes one after the other', async () => {
      const written = await stores().transaction(async ({ change }) => {
        const both = await Promise.all(
          [2, 2].map((n, m) => change([add(n, `service.both.a${m}`)], AS_IT_COMES)),
        );
        return ok(both.map((one) => one.isOk()));
      });
      expect(orThrow(written)).to.deep.equal([true, true]);
      expect([await holders('service.both.a0'), await holders('service.both.a1')]).to.deep.equal([1, 1]);
    });

    it('never reports a commit after a failed statement, even if the program ignores the failure', async () => {
      const ignoring = (returned: 'ok' | 'err') =>
        stores().transaction(async ({ change, sql }) => {
          orThrow(await change([add(2, 'service.ignored.failure')], AS_IT_COMES));
          for (const _ of 'ab') await sql.all("insert into tickets values ('twice')").catch(() => {});
          return returned === 'ok' ? ok('kept') : err('there is one already' as const);
        });
      expect((await ignoring('ok'))._unsafeUnwrapErr()).to.have.property('type', 'store-unavailable');
      expect(await ignoring('err')).to.deep.equal(err('there is one already'));
      expect([await holders('service.ignored.failure'), await tickets()]).to.deep.equal([0, 0]);
    });

    it('fails reads inside it, which would not see its changes, and nested transactions, also through another database', async () => {
      const { audit, permissions, transaction, users } = stores();
      const other = orThrow(openSqlite({ file: ':memory:' }));
      const within: Record<string, () => Promise<unknown>> = {
        permissions: async () => await permissions.find(anId(2)),
        users: async () => await users.find(anId(2)),
        audit: async () => await audit.list({ limit: 1, newestFirst: true }),
        snapshot: () => opened.database.snapshot((sql) => rowsOf(sql.all('select 1'))).next(),
        nested: async () => await transaction(async () => ok(1)),
        'through another database': async () =>
          await other
            .sealedBy(signer)
            .transaction(async () => permissions.change([add(2, 'service.a.b')], AS_IT_COMES)),
      };
      const refused: string[] = [];
      orThrow(
        await transaction(async () => {
          for (const [name, operation] of Object.entries(within))
            await operation().then(undefined, (error: unknown) => {
              if (String(error).includes('cannot be part of another transaction')) refused.push(name);
            });
          return ok(1);
        }),
      );
      await other.close();
      expect(refused).to.deep.equal(Object.keys(within));
    });

    it('judges the actor of each change by the permissions left in the transaction', async () => {
      const by = (n: number) => ({
        ...AS_IT_COMES,
        actor: { userId: anId(n), mustHold: AS_IT_COMES.adminPermission },
      });
      const made: string[] = [];
      const written = await stores().transaction(async ({ change }) => {
        for (const [request, options] of [
          [add(3, 'service.never.made'), by(3)],
          [aRequest(1, 'remove', ADMIN.permissions), by(1)],
          [add(1, 'service.never.made'), by(1)],
        ] as const) {
          const changed = await change([request], options);
          made.push(
            changed.match(
              (outcomes) => outcomes[0]?.type ?? '',
              (error) => error.type,
            ),
          );
        }
        return ok(undefined);
      });
      expect(written.isOk()).to.equal(true);
      expect(made).to.deep.equal(['actor-refused', 'made', 'actor-refused']);
      expect(await holders('service.never.made')).to.equal(0);
    });
  });
}

async function* rowsOf<T>(rows: Promise<readonly T[]>): AsyncGenerator<T, void> {
  yield* await rows;
}
