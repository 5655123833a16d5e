import type { AuditEntry, AuditEntryJson } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';

interface Reverted {
  readonly reverts: number;
  readonly result: string;
}

describe('ops-admin audit', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;

  /** Entries 1 and 2 are the import; the changes of the test follow. */
  beforeEach(async () => {
    organisation = await anOrganisation(
      workplace,
      ['service.a.read', 'service.a', 'service.admin.access'],
      ['service.a.read'],
    );
  });
  afterEach(async () => {
    await organisation.close();
  });
  const ids = async (...args: string[]) =>
    ((await workplace.json('audit', 'list', ...args)) as AuditEntry[]).map(({ id }) => id);

  describe('list', () => {
    beforeEach(async () => {
      await organisation.remove(1, ['service.a.*'], { reason: 'left' });
      await organisation.add(2, ['service.b'], { actor: 'cli:night job' });
      await organisation.add(2, [], { actor: anId(1), source: 'http', requestId: 'r' });
      await organisation.remove(2, ['service.b'], { actor: anId(1), source: 'http', batch: 'run' });
    });

    it('shows the newest entry first, one line for each', async () => {
      const { stdout } = await workplace.run(['audit', 'list']);
      const [header, ...lines] = stdout.trimEnd().split('\n');
      expect(header).to.match(/^ID {2}TIME +ACTOR +USER +ACTION {2}CHANGE$/);
      expect(lines).to.have.length(6);
      expect(lines[1]).to.match(/add +nothing$/);
      expect(lines[2]).to.match(/^4 +2\S+Z {2}cli:night job +user2@example\.org {2}add +\+service\.b$/);
      expect(lines[3]).to.match(/remove {2}-service\.a\.read \+1 more$/);
      expect(lines[0]).to.match(/^6 +2\S+Z {2}user1@example\.org {2}user2@example\.org {2}remove/);
    });

    it('shows the permission that the filter matched first, by string or by module', async () => {
      const created = async (...args: string[]) => {
        const { stdout } = await workplace.run(['audit', 'list', '--oldest-first', '--limit', '1', ...args]);
        return stdout
          .trimEnd()
          .split('\n')
          .at(-1)
          ?.split(/ (?:create|set) +/)[1];
      };
      expect(await created()).to.equal('+service.a.read +2 more');
      expect(await created('--permission', 'service.admin.access')).to.equal('+service.admin.access +2 more');
      expect(await created('--module', 'admin')).to.equal('+service.admin.access +2 more');
      const removed = await workplace.run([
        'audit',
        'list',
        '--permission',
        'service.a',
        '--action',
        'remove',
      ]);
      expect(removed.stdout).to.match(/remove {2}-service\.a \+1 more$/m);
    });

    it('names users by their e-mails in JSON too, where they are known', async () => {
      const [last, , , third] = (await workplace.json('audit', 'list')) as AuditEntryJson[];
      expect(last).to.deep.include({
        actor: anId(1),
        actorUser: { _id: anId(1), email: 'user1@example.org' },
        userId: anId(2),
        user: { _id: anId(2), email: 'user2@example.org' },
      });
      expect(third).to.not.have.property('actorUser');
      await organisation.add(2, ['service.c'], { actor: anId(99), source: 'embedded' });
      const [stranger] = (await workplace.json('audit', 'list', '--limit', '1')) as AuditEntryJson[];
      expect(stranger)
        .to.include({ actor: anId(99) })
        .and.not.have.property('actorUser');
      const { stdout } = await workplace.run(['audit', 'list', '--limit', '1']);
      expect(stdout).to.include(`  ${anId(99)}  user2@example.org  `);
    });

    const filters: [string, number[]][] = [
      ['--user user1@example.org', [3, 1]],
      [`--user ${anId(2).toUpperCase()} --oldest-first`, [2, 4, 5, 6]],
      ['--actor operator --source cli', [3]],
      ['--actor cli:importer --permission service.a.read --user user2@example.org', [2]],
      ['--actor user1@example.org', [6, 5]],
      ['--batch run', [6]],
      ['--since 1h --until 2999-01-01T00:00:00+02:00', [6, 5, 4, 3]],
      ['--until 2026-01-02', [2, 1]],
      ['--since 2026-01-01 --until 2026-01-01', [2, 1]],
      ['--since 2026-01-02 --until 2026-01-02', []],
      ['--since 1w', [6, 5, 4, 3]],
      ['--action add', [5, 4]],
      ['--action link', []],
      ['--module a', [3, 2, 1]],
      ['--module b --action remove', [6]],
      ['--changed', [6, 4, 3, 2, 1]],
      ['--changed true --user user2@example.org', [6, 4, 2]],
      ['--changed false', [5]],
      ['--reason LEF', [3]],
      ['--reason lefty', []],
    ];
    for (const [args, expected] of filters) {
      it(`lists ${expected} with ${args}`, async () => {
        expect(await ids(...args.split(' '))).to.deep.equal(expected);
      });
    }

    it('prints one page, and says how to get the next', async () => {
      const page = await workplace.run(['audit', 'list', '--limit', '3', '--json']);
      expect(page.stderr).to.equal('there are more: add --after 4\n');
      const last = await workplace.run(['audit', 'list', '--limit', '2', '--after', '3', '--json']);
      expect(last.stderr).to.equal('');
      expect(JSON.parse(last.stdout)).to.have.length(2);
    });

    it('ignores filters in the environment', async () => {
      const all = await ids();
      const env = { OPS_AUDIT_USER: anId(1), OPS_ACTOR: 'somebody', OPS_USER: anId(2), OPS_REASON: 'x' };
      const { stdout } = await workplace.run(['audit', 'list', '--json'], { env });
      expect(JSON.parse(stdout)).to.have.length(all.length);
    });

    const wrong = [
      '--since yesterday',
      '--since 2026-02-30',
      '--until 2026-01-01T00:00:00',
      '--limit 0',
      '--after -1',
      '--source smtp',
      '--action removed',
      '--changed maybe',
      '--module service.a',
      '--module a.read',
    ];
    it('refuses contradictory filters', async () => {
      const runs = wrong.map((args) => workplace.run(['audit', 'list', ...args.split(' ')]));
      expect((await Promise.all(runs)).map(({ code }) => code)).to.deep.equal(wrong.map(() => 2));
      expect((await workplace.run(['audit', 'list', '--user', 'no@example.org'])).code).to.equal(3);
    });
  });

  describe('batches', () => {
    beforeEach(async () => {
      await organisation.add(1, ['service.b'], { batch: 'one', reason: 'new team' });
      await organisation.add(2, ['service.b'], { actor: anId(1), source: 'http', batch: 'two' });
      await organisation.remove(2, ['service.b'], { batch: 'one', reason: 'not theirs' });
    });

    it('lists batches, the newest first', async () => {
      const { stdout } = await workplace.run(['audit', 'batches']);
      const [header, ...lines] = stdout.trimEnd().split('\n');
      expect(header).to.match(/^BATCH {2}TIME +ACTOR +SOURCE {2}ENTRIES {2}USERS {2}REASON$/);
      expect(lines[0]).to.match(/^one {4}2\S+Z {2}cli:operator +cli {5}2 {8}2 {6}not theirs$/);
      expect(lines[1]).to.match(/^two {4}2\S+Z {2}user1@example\.org {2}http {4}1 {8}1$/);
      const [third, , fifth] = (await organisation.trail()).slice(2);
      expect(await workplace.json('audit', 'batches', '--limit', '1')).to.deep.equal([
        {
          batch: 'one',
          actor: 'cli:operator',
          source: 'cli',
          reason: 'not theirs',
          action: 'remove',
          requested: ['service.b'],
          since: third?.time,
          until: fifth?.time,
          entries: 2,
          users: 2,
          undone: 0,
        },
      ]);
    });

    it('prints one page, and says how to get the next', async () => {
      const page = await workplace.run(['audit', 'batches', '--limit', '1']);
      expect(page.stderr).to.equal('there are more: add --before 5\n');
      const last = await workplace.run(['audit', 'batches', '--limit', '1', '--before', '5', '--json']);
      expect([last.stderr, JSON.parse(last.stdout)[0].batch]).to.deep.equal(['', 'two']);
      const none = await workplace.run(['audit', 'batches', '--before', '4', '--json']);
      expect([none.code, none.stdout, none.stderr]).to.deep.equal([0, '[]\n', 'no batches\n']);
      expect((await workplace.run(['audit', 'batches', '--before', 'x'])).code).to.equal(2);
    });
  });

  describe('show', () => {
    it('shows the whole entry, and its changes', async () => {
      await organisation.remove(1, ['service.a.*', 'odd\u001bone'], { reason: 'left' });
      const { stdout } = await workplace.run(['audit', 'show', '3']);
      expect(stdout)
        .to.match(/^REASON +left$/m)
        .and.match(/^ACTOR +cli:operator$/m);
      expect(stdout).to.match(/^TIME +2\S+Z$/m);
      expect(stdout).to.match(/^USER +user1@example\.org \(0{23}1\)$/m);
      expect(stdout).to.match(/^ASKED FOR +service\.a\.\*\nASKED FOR +odd\\u001bone$/m);
      expect(stdout).to.match(/\n\n- service\.a\.read\n- service\.a\n {2}service\.admin\.access\n$/);
      const shown = (await workplace.json('audit', 'show', '3')) as AuditEntry;
      expect(shown).to.deep.include({ id: 3, actor: 'cli:operator', userId: anId(1), reason: 'left' });
      expect(shown.seal.digest).to.match(/^[\w-]{43}$/);
    });

    it('reports an unknown entry', async () => {
      const { code, stderr } = await workplace.run(['audit', 'show', '99']);
      expect([code, stderr]).to.deep.equal([3, 'ops-admin: the audit log has no entry 99\n']);
      expect((await workplace.run(['audit', 'show', '1x'])).code).to.equal(2);
    });
  });

  describe('revert', () => {
    it('restores removed permissions, skips those changed since, and reports them', async () => {
      await organisation.remove(1, ['service.a.*']);
      await organisation.add(1, ['service.a.read']);
      const trial = await workplace.run(['audit', 'revert', '3', '--dry-run']);
      expect(trial.stdout.split('\n').slice(1, -1)).to.deep.equal([
        '  would give back service.a',
        '  would leave alone service.a.read: entry 4 by cli:operator named it since',
      ]);
      expect(trial.stdout).to.match(/^entry 3, First1 Last1 <user1@example\.org>\n/);
      expect(await organisation.held(1)).to.deep.equal(['service.admin.access', 'service.a.read']);

      const done = await workplace.json('audit', 'revert', '3', '--reason', 'wrong user', '--actor', 'me');
      expect(done).to.deep.equal({
        user: anId(1),
        userId: anId(1),
        email: 'user1@example.org',
        name: 'First1 Last1',
        result: 'reverted',
        added: ['service.a'],
        removed: [],
        leftAlone: [{ permission: 'service.a.read', changedBy: 4, actor: 'cli:operator' }],
        reverts: 3,
        entry: 5,
      });
      expect(await organisation.held(1)).to.deep.equal([
        'service.admin.access',
        'service.a.read',
        'service.a',
      ]);
      const entry = await workplace.json('audit', 'show', '5');
      expect(entry).to.deep.include({ action: 'revert', reverts: 3, reason: 'wrong user', actor: 'cli:me' });
    });

    it('succeeds and says so when nothing is left to undo', async () => {
      await organisation.remove(1, ['service.a']);
      await workplace.run(['audit', 'revert', '3']);
      await organisation.add(2, ['service.b']);
      const { code, stdout } = await workplace.run(['audit', 'revert', '3']);
      expect(code).to.equal(0);
      expect(stdout).to.include('left alone service.a: entry 4').and.include('nothing is left to undo');
      expect(stdout).to.include('entry 3, First1 Last1 <user1@example.org>');
      expect(await organisation.trail()).to.have.length(5);
    });

    it('keeps the last admin without --force', async () => {
      const { code, stderr } = await workplace.run(['audit', 'revert', '1']);
      expect(code).to.equal(2);
      expect(stderr).to.include('--force');
      expect(await organisation.held(1)).to.have.length(3);
      const forced = await workplace.run(['audit', 'revert', '1', '--force', '--json']);
      expect(JSON.parse(forced.stdout)).to.have.property('result', 'reverted');
      expect(forced.stderr).to.equal('no admin is left\nentry 3; to undo it: ops-admin audit revert 3\n');
      expect(await organisation.held(1)).to.deep.equal([]);
    });

    it('undoes links of identities, and reports them', async () => {
      const identity = ['--issuer', 'https://id.example', '--subject', 'ada'];
      await workplace.run(['users', 'link', 'user1@example.org', ...identity]);
      const trial = await workplace.run(['audit', 'revert', '3', '--dry-run']);
      expect(trial.stdout).to.equal(
        'entry 3, First1 Last1 <user1@example.org>\n  would unlink ada at https://id.example\n',
      );
      const done = await workplace.run(['audit', 'revert', '3']);
      expect(done.stdout).to.include('  unlinked ada at https://id.example\n');
      expect(await workplace.json('audit', 'revert', '4')).to.deep.include({ result: 'reverted', entry: 5 });
      const again = await workplace.run(['audit', 'revert', '4']);
      expect(again.stdout).to.equal(
        'entry 4, First1 Last1 <user1@example.org>\n  nothing is left to undo: entry 5 undid it\n',
      );
      await workplace.run(['audit', 'revert', '5']);
      const back = await workplace.run(['audit', 'revert', '6']);
      expect(back.stdout).to.include('  linked ada at https://id.example\n');
      await workplace.run(['users', 'unlink', 'user1@example.org', ...identity, '--reason', 'stolen']);
      const stolen = await workplace.run(['audit', 'revert', '6', '--dry-run']);
      expect(stolen.stdout).to.include('nothing is left to undo: entry 7 undid it\n');
      const older = await workplace.run(['audit', 'revert', '7']);
      expect(older.stdout).to.include('  left alone ada at https://id.example: entry 8 by cli:');
      expect(await workplace.json('audit', 'revert', '7')).to.deep.include({ result: 'nothing-left' });
    });

    it('requires exactly one target, which must exist', async () => {
      expect((await workplace.run(['audit', 'revert'])).code).to.equal(2);
      expect((await workplace.run(['audit', 'revert', '1', '--batch', 'x'])).code).to.equal(2);
      expect((await workplace.run(['audit', 'revert', '99'])).code).to.equal(3);
      const { code, stderr } = await workplace.run(['audit', 'revert', '--yes', '--batch', 'x']);
      expect([code, stderr]).to.deep.equal([3, 'ops-admin: the audit log has no batch x\n']);
    });

    it('undoes a batch row by row, as a batch that can itself be undone', async () => {
      await organisation.add(2, ['service.admin.access']);
      for (const user of [1, 2]) await organisation.remove(user, ['service.a.*'], { batch: 'run' });
      await organisation.add(2, ['service.a.read']);

      const { code, stderr, stdout } = await workplace.run([
        'audit',
        'revert',
        '--yes',
        '--batch',
        'run',
        '--json',
      ]);
      const lines = stdout
        .trimEnd()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Reverted);
      expect(code).to.equal(0);
      expect(lines.map(({ result, reverts }) => [reverts, result])).to.deep.equal([
        [5, 'nothing-left'],
        [4, 'reverted'],
      ]);
      expect(stderr).to.match(/^2 entries: 1 reverted, 1 with nothing left to undo, 0 failed$/m);
      const undo = /^batch (\S+)/.exec(stderr)?.[1] ?? '';
      expect(await organisation.held(1)).to.deep.equal([
        'service.admin.access',
        'service.a.read',
        'service.a',
      ]);
      const again = await workplace.run(['audit', 'revert', '--yes', '--batch', undo]);
      expect(again.code).to.equal(0);
      expect(await organisation.held(1)).to.deep.equal(['service.admin.access']);
    });

    it('undoes a batch for the named users only, given as arguments or in a file', async () => {
      for (const user of [1, 2]) await organisation.remove(user, ['service.a.*'], { batch: 'run' });
      const undo = ['audit', 'revert', '--batch', 'run'];
      await workplace.write('them.csv', 'user,why\nuser2@example.org,x\nnobody@example.org,x\n');
      const file = [...undo, '--file', workplace.path('them.csv')];
      const tried = await workplace.run([...file, '--dry-run']);
      expect(tried.stdout).to.equal(
        [
          'entry 4, First2 Last2 <user2@example.org>',
          '  would give back service.a.read',
          'line 3: nobody@example.org: no user has the id or e-mail nobody@example.org (dry run)',
          '',
        ].join('\n'),
      );
      expect(tried.stderr).to.include('2 rows: 1 would be reverted, 0 with nothing left to undo, 1 failed');
      expect(tried.code).to.equal(4);
      const one = await workplace.run([...undo, '--user', 'user2@example.org', '--json']);
      expect([one.code, await organisation.held(1), await organisation.held(2)]).to.deep.equal([
        0,
        ['service.admin.access'],
        ['service.a.read'],
      ]);
      expect(JSON.parse(one.stdout.split('\n')[0] ?? '')).to.include({
        user: 'user2@example.org',
        reverts: 4,
      });
      const piped = await workplace.run([...undo, '--file', '-'], { stdin: `user\n${anId(1)}\n` });
      expect([piped.code, await organisation.held(1)]).to.deep.equal([
        0,
        ['service.admin.access', 'service.a.read', 'service.a'],
      ]);
    });

    it('undoes the entries numbered on standard input as one batch, or none of them', async () => {
      await organisation.add(2, ['service.b']);
      await organisation.add(2, ['service.c']);
      const none = await workplace.run(['audit', 'revert', '-'], { stdin: '3\n4 99\n' });
      expect([none.code, await organisation.held(2)]).to.deep.equal([
        3,
        ['service.a.read', 'service.b', 'service.c'],
      ]);
      const done = await workplace.run(['audit', 'revert', '-', '--json'], { stdin: '3\r\n4\n\n4\n' });
      expect([done.code, await organisation.held(2)]).to.deep.equal([0, ['service.a.read']]);
      const { summary } = JSON.parse(done.stdout.trim().split('\n').at(-1) ?? '') as Record<string, object>;
      expect(summary).to.include({ rows: 2, changed: 2, failed: 0 }).and.to.have.property('batch');
    });

    it('refuses conflicting options, and changes nothing', async () => {
      const refused: [string[], string][] = [
        [['3', '--user', 'user1@example.org'], '--user and --file require --batch'],
        [['--batch', 'run', '--user', 'a', '--file', 'b'], '--user and --file exclude each other'],
        [['-', '--batch', 'run'], 'one of the three'],
        [['-'], 'standard input contains no entry number'],
      ];
      for (const [words, message] of refused) {
        const { code, stderr } = await workplace.run(['audit', 'revert', ...words], { stdin: '' });
        expect([code, stderr.includes(message)], stderr).to.deep.equal([2, true]);
      }
      const odd = await workplace.run(['audit', 'revert', '-'], { stdin: '1\nx 2\n' });
      expect([odd.code, odd.stderr.includes('line 2 of standard input')], odd.stderr).to.deep.equal([
        2,
        true,
      ]);
    });

    it('exits with 4 where part of a batch could not be undone', async () => {
      await organisation.add(2, ['service.admin.access'], { batch: 'run' });
      await organisation.add(1, ['service.b'], { batch: 'run' });
      await organisation.remove(1, ['service.admin.access']);
      const { code, stdout } = await workplace.run(['audit', 'revert', '--yes', '--batch', 'run']);
      expect(code).to.equal(4);
      expect(stdout)
        .to.include(`refused: ${anId(2)} is the last admin; --force allows it`)
        .and.include('took back service.b');
      expect(await organisation.held(2)).to.include('service.admin.access');
    });
  });

  describe('export', () => {
    const ndjson = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as AuditEntry);

    it('writes every member of every entry, the oldest first', async () => {
      await organisation.remove(1, ['service.a.*'], { reason: 'left' });
      const { stdout } = await workplace.run(['audit', 'export']);
      const named = (await organisation.trail()).map((entry) => {
        const n = entry.userId === anId(1) ? 1 : 2;
        return { ...entry, user: { _id: entry.userId, email: `user${n}@example.org` } };
      });
      expect(ndjson(stdout)).to.deep.equal(named);
      const { stdout: some } = await workplace.run(['audit', 'export', '--user', anId(1), '--after', '1']);
      expect(ndjson(some).map(({ id }) => id)).to.deep.equal([3]);
    });

    it('writes CSV that no spreadsheet reads as formulas', async () => {
      await organisation.add(1, ['service.b'], { reason: '=HYPERLINK("http://evil.example","x"), now' });
      const { stdout } = await workplace.run(['audit', 'export', '--format', 'csv', '--after', '2']);
      const [header, line, end] = stdout.split('\r\n');
      expect(header?.split(',')).to.have.length(24);
      expect(header).to.match(/^id,time,actor,actorEmail,source,action,userId,userEmail,requested,/);
      expect(line).to.include(`,${anId(1)},user1@example.org,`);
      expect(line).to.include(`,"'=HYPERLINK(""http://evil.example"",""x""), now",`);
      expect(line).to.include(',"[""service.b""]",');
      expect(end).to.equal('');
      const none = await workplace.run(['audit', 'export', '--format', 'csv', '--after', '9']);
      expect(none.stdout).to.equal(`${header}\r\n`);
    });

    it('writes CSV without a formula after any separator', async () => {
      const odd = [
        'x;=cmd()',
        'x,=cmd()',
        '=cmd()',
        'x;"=cmd()"',
        'x\t=cmd()',
        'x; -1',
        'x;\uFF1Dcmd()',
        'a;b,c-d',
      ];
      await workplace.write('odd.json', [{ _id: anId(5), permissions: odd }]);
      await workplace.run(['import', 'users', 'odd.json']);
      for (const [n, text] of odd.entries()) {
        const reason = text.replace('\t', ';\u00A0');
        await organisation.add(1, [`service.m${n}`], { reason, batch: text });
      }
      const { stdout } = await workplace.run(['audit', 'export', '--format', 'csv']);
      const naive = stdout.split(/[,;\t\r\n]/);
      const read = [',', ';', '\t'].flatMap((delimiter) =>
        (parse(stdout, { delimiter, relax_column_count: true, relax_quotes: true }) as string[][]).flat(),
      );
      const formulas = [...naive, ...read].filter((cell) =>
        /^["\s]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/.test(cell),
      );
      expect(formulas).to.deep.equal([]);
      // Lists are still JSON, with the real strings.
      const [header = [], ...rows] = parse(stdout) as string[][];
      const after = rows.map((row) => JSON.parse(row[header.indexOf('after')] ?? ''));
      expect(after).to.deep.equal((await organisation.trail()).map((entry) => entry.after));
      expect(rows.at(-1)?.[header.indexOf('reason')]).to.equal('a;b,c-d');
    });
  });
});
