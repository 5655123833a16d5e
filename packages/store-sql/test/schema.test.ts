import { aDraft, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { DATABASES, openOf, type TestedDatabase } from './databases.ts';

for (const { make, name, schema } of DATABASES) {
  describe(`The schema in ${name}`, function () {
    this.timeout(30_000);
    let database: TestedDatabase;
    beforeEach(async () => {
      database = await make();
    });
    afterEach(() => database.drop());

    const later = {
      sql: 'create table later (id integer); insert into later values (7);',
      compatibleFrom: 1,
    };
    const problem = async (options: Parameters<TestedDatabase['open']>[0]) => {
      const opened = await database.open(options);
      if (typeof opened === 'string') return opened;
      await opened.close();
      return 'none';
    };
    const make1 = async () => {
      const opened = await openOf(database);
      await opened.ports.organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
      await opened.close();
    };

    it('has no trigger, function or unlogged table that writes rows: they guard the audit log, or hold no derived rows', () => {
      const made = schema.flatMap(({ sql }) => [
        ...sql.matchAll(/create (?:(?:temp|or replace) )*(trigger|function|unlogged table|view) (\w+)/g),
      ]);
      const names = made.map(([, kind, name]) => `${kind} ${name}`);
      expect(names.length).to.be.greaterThan(5);
      const isGuard = /^trigger audit_(?:changes|entries|sets)_are_never_\w+$/;
      expect(names.filter((object) => !isGuard.test(object))).to.be.deep.oneOf([
        [],
        [
          'function audit_entries_are_append_only',
          'unlogged table rate_limits',
          'unlogged table geocode_answers',
        ],
      ]);
    });

    it('is migrated by the next step, and keeps existing rows', async () => {
      await make1();
      expect(await problem({ steps: [...schema, later], readOnly: true })).to.equal('older');
      const opened = await database.open({ steps: [...schema, later] });
      if (typeof opened === 'string') throw new Error(opened);
      expect(await opened.sql('select id from later')).to.deep.equal([{ id: 7 }]);
      expect((await opened.ports.users.list())._unsafeUnwrap()).to.have.length(1);
      await opened.close();
      expect(await problem({ steps: [...schema, later] }), 'once').to.equal('none');
    });

    it('lets an older program continue where a step allows it, and otherwise stops it', async () => {
      await make1();
      expect(await problem({ steps: [...schema, later] })).to.equal('none');
      expect(await problem({})).to.equal('none');
      const breaking = { sql: 'drop table later;', compatibleFrom: 3 };
      expect(await problem({ steps: [...schema, later, breaking] })).to.equal('none');
      expect(await problem({})).to.equal('newer');
    });

    it("differs from another program's schema with the same number of steps", async () => {
      await make1();
      const [first] = schema;
      const other = [{ sql: `${first?.sql} create table draft (id integer);`, compatibleFrom: 1 }];
      expect(await problem({ steps: other })).to.equal('unknown');
      expect(await problem({ steps: [...other, later] })).to.equal('unknown');
      expect(await problem({})).to.equal('none');
    });

    it('keeps nothing from a failed step', async () => {
      await make1();
      const failing = {
        sql: 'create table half (id integer); insert into nowhere values (1);',
        compatibleFrom: 1,
      };
      expect(await problem({ steps: [...schema, failing] })).not.to.equal('none');
      const opened = await openOf(database);
      const there = await opened.sql('select 1 from half').then(
        () => 'there',
        () => 'not there',
      );
      expect(there).to.equal('not there');
      await opened.close();
    });
  });
}
