import { chmodSync, readdirSync } from 'node:fs';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { localServers } from '../../../test/local-servers.ts';
import { type AProxy, aProxy } from './a-proxy.ts';
import { BulkWorkplace, errorIn, linesIn, rowsIn } from './bulk-workplace.ts';
import { runInProcess } from './run-in-process.ts';

const USERS = 1000;
const REMOVE = ['permissions', 'remove', '--file', '-'];

describe('ops-admin --server', () => {
  const workplace = new BulkWorkplace(USERS);
  let proxy: AProxy;
  let token: string;
  let plainToken: string;
  beforeEach(async () => {
    const tokenOf = async (user: string) =>
      (await workplace.run(['token', 'issue', '--user', user])).stdout.trim();
    [token, plainToken] = [await tokenOf('user1@example.org'), await tokenOf('user2@example.org')];
    proxy = await aProxy(
      (await workplace.serve(['--db', workplace.path('ops-admin.db')], { OPS_LOG_LEVEL: 'silent' })).url,
    );
  });
  afterEach(() => proxy.close());

  const env = (more: Record<string, string> = {}) => ({ OPS_SERVER: proxy.url, OPS_TOKEN: token, ...more });
  const run = (args: readonly string[], stdin = '', more: Record<string, string> = {}) =>
    workplace.run(args, { env: env(more), stdin });
  const csv = (from: number, to: number, permission = 'service.a.read') => {
    const rows = Array.from({ length: to - from + 1 }, (_, n) => `user${from + n}@example.org,${permission}`);
    return ['user,permission', ...rows].join('\n');
  };
  const posts = () => proxy.asked.filter(({ what }) => what.startsWith('POST'));
  const entriesOf = async (batch: string) =>
    (await workplace.trail(5000)).filter((entry) => entry.batch === batch);

  it('removes everything from one leaver, and from a file of leavers', async () => {
    const links = [3, 4].map((n) => ['users', 'link', anId(n), '--issuer', 'i', '--subject', `s${n}`]);
    for (const link of links) await workplace.run(link);
    const one = await run(['permissions', 'remove', 'user2@example.org', '--everything', '--json']);
    const row = JSON.parse(one.stdout);
    expect([one.code, row.removed]).to.deep.equal([0, workplace.held(5)]);
    expect(one.stderr).to.include(
      `to undo it: ops-admin audit revert --server ${proxy.url} --batch ${row.batch}`,
    );
    const leavers = `Name;Work Email\nx;user3@example.org\ny;user4@example.org\nz;user2@example.org\n`;
    const how = [...REMOVE, '--everything', '--batch', 'leavers', '--json'];
    const many = await run(how, leavers);
    expect(rowsIn(many.stdout).map(({ line, removed, result }) => [line, result, removed])).to.deep.equal([
      [2, 'removed', workplace.held(5)],
      [3, 'removed', workplace.held(5)],
      [4, 'nothing-held', []],
    ]);
    expect((await entriesOf('leavers')).map(({ action }) => action).sort()).to.deep.equal([
      'remove',
      'remove',
      'unlink',
      'unlink',
    ]);
    await run(['audit', 'revert', '--batch', 'leavers', '--yes']);
    expect([workplace.held(3), workplace.held(2)]).to.deep.equal([workplace.held(5), []]);
  });

  it('creates a user without permissions', async () => {
    const { code, stdout } = await run(['users', 'create', 'new@example.org', '--name', 'New', '--json']);
    expect([code, JSON.parse(stdout).result]).to.deep.equal([0, 'created']);
  });

  it('copies the permissions of one user to another', async () => {
    const copy = async (...how: string[]) => {
      const { code, stdout } = await run(['permissions', 'copy', ...how, '--json']);
      return [code, stdout === '' ? '' : JSON.parse(stdout).result];
    };
    await workplace.run(['permissions', 'add', anId(2), 'service.copied.read']);
    expect(await copy('user2@example.org', 'user3@example.org', '--dry-run')).to.deep.equal([0, 'would-add']);
    expect(await copy('user2@example.org', 'user3@example.org')).to.deep.equal([0, 'added']);
    expect(workplace.held(3)).to.deep.equal(workplace.held(2));
    expect(await copy('user2@example.org', 'user3@example.org')).to.deep.equal([0, 'already-held']);
    expect((await copy(anId(9999), anId(3)))[0]).to.equal(3);
    expect((await copy(anId(3), anId(9999)))[0]).to.equal(3);
  });

  it('copies what one user holds with its ends, any number, and nothing where a service cannot add some of it', async () => {
    const many = Array.from({ length: 990 }, (_, n) => `service.many.n${n}`);
    const [soon, later] = ['2998-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];
    const users = [
      {
        _id: anId(2),
        permissions: [...many, 'service.soon', 'service.later', 'service.good', '__proto__'],
        ends: { 'service.soon': soon, 'service.later': later },
      },
      {
        _id: anId(3),
        permissions: ['service.soon', 'service.later', 'service.good', '__proto__'],
        ends: { 'service.soon': later, 'service.later': soon, 'service.good': soon },
      },
    ];
    await workplace.write('ending.json', JSON.stringify([...users, { ...users[1], _id: anId(4) }]));
    await workplace.run(['import', 'users', 'ending.json', '--yes']);
    const copy = async (to: string, ...how: string[]) => {
      const { code, stdout } = await run(['permissions', 'copy', anId(2), to, '--json', ...how]);
      const { added, ends, result } = JSON.parse(stdout);
      return { code, added: new Set(added), ends, result };
    };
    const ends = { 'service.later': later, 'service.good': null };
    for (const [how, result] of [
      [['--dry-run'], 'would-add'],
      [[], 'added'],
    ] as const) {
      const copied = await copy('user3@example.org', ...how);
      expect(copied).to.deep.equal({ code: 0, added: new Set(many), ends, result });
    }
    const shown = async (user: string) => {
      const { stdout } = await run(['users', 'show', user, '--json']);
      const { ends, permissions } = JSON.parse(stdout);
      return { ends, permissions: new Set(permissions) };
    };
    await workplace.run(['permissions', 'copy', anId(2), anId(4)]);
    expect(await shown(anId(3))).to.deep.equal(await shown(anId(4)));
    const odd = { ...users[0], permissions: [...many, 'odd'], ends: {} };
    await workplace.write('ending.json', JSON.stringify([odd]));
    await workplace.run(['import', 'users', 'ending.json', '--yes']);
    const refused = await run(['permissions', 'copy', anId(2), anId(3)]);
    expect([refused.code, refused.stdout]).to.deep.equal([2, '']);
    expect(refused.stderr).to.include('a copy of "odd" requires the database; name it with --db');
    const undone = (await workplace.trail(9)).find(({ userId }) => userId === anId(3))?.batch;
    await run(['audit', 'revert', '--batch', String(undone), '--yes']);
    expect((await shown(anId(3))).ends).to.deep.equal(users[1]?.ends);
  });

  it('renames a permission for all users', async () => {
    const rename = (...how: string[]) =>
      run(['permissions', 'rename', 'service.a.*', 'service.b.*', '--json', ...how]);
    const dry = await rename('--dry-run');
    expect(new Set(rowsIn(dry.stdout).map(({ result }) => result))).to.deep.equal(new Set(['would-rename']));
    expect(dry.stderr).to.match(/the name service\.b\.\* lets users do more: .*hold something of b already/);
    expect((await rename()).code).to.equal(2);
    const before = workplace.held(2);
    const { code, stderr, stdout } = await rename('--yes', '--batch', 'a-is-b');
    expect([code, rowsIn(stdout)[0]?.batch], stderr).to.deep.equal([0, 'a-is-b']);
    expect(workplace.held(2)).to.deep.equal(['service.b.read', 'service.b.write']);
    await run(['audit', 'revert', '--batch', 'a-is-b', '--yes']);
    expect(workplace.held(2)).to.have.members(before);
    const wrong = await run(['permissions', 'rename', 'service.b.*', 'service.b.read', '--yes']);
    expect([wrong.code, wrong.stderr]).to.satisfy(
      ([code, stderr]: [number, string]) => code === 2 && stderr.includes('service.<module>.*'),
    );
  });

  it('exports the audit log as from the database, to a file that verifies', async () => {
    for (const args of [[], ['--after', '950'], ['--action', 'set'], ['--format', 'csv', '--after', '990']]) {
      const [here, there] = [
        await workplace.run(['audit', 'export', ...args]),
        await run(['audit', 'export', ...args]),
      ];
      expect([there.code, there.stderr, there.stdout === here.stdout], args.join(' ')).to.deep.equal([
        0,
        '',
        true,
      ]);
      if (args.length === 0) await workplace.write('trail.ndjson', there.stdout);
      if (args.length === 0)
        await workplace.write('public.json', (await workplace.run(['keys', 'list', '--public'])).stdout);
    }
    expect(proxy.asked.map(({ what }) => what)).to.satisfy((asked: string[]) =>
      asked.every((one) => one.startsWith('GET /audit/export?')),
    );
    const verified = await run(['audit', 'verify', 'trail.ndjson', '--public', 'public.json']);
    expect([verified.code, verified.stderr]).to.deep.equal([0, '']);
    const named = await workplace.run(['audit', 'verify', 'trail.ndjson', '--server', proxy.url]);
    expect(named.code).to.equal(2);
    expect(named.stderr).to.include('audit verify FILE reads a file, and --server is given');
  });

  it('exports permissions as from the database, each once', async () => {
    const many = (n: number, count: number) => ({
      _id: anId(n),
      emails: [`user${n}@example.org`],
      personalInformation: { name: `Zed ${n}` },
      permissions: Array.from({ length: count }, (_, k) => `service.m${k}.read`),
    });
    await workplace.write('more.json', JSON.stringify([many(2001, 900), many(2002, 950), many(2003, 900)]));
    const imported = await workplace.run(['import', 'users', 'more.json']);
    expect(imported.code, imported.stderr).to.equal(0);
    const here = await workplace.run(['permissions', 'export']);
    const there = await run(['permissions', 'export']);
    expect([there.code, there.stderr, there.stdout === here.stdout]).to.deep.equal([0, '', true]);
    // 2,999 records of other users come first. A page continues after the last user whose records are complete.
    const byName = Array.from({ length: USERS }, (_, n) => n + 1).sort((a, b) => (`${a}` < `${b}` ? -1 : 1));
    const nth = (n: number) => anId(byName[n - 1] as number);
    const pages = proxy.asked.map(({ what }) => what.replace('GET /permission/grants/', ''));
    expect(pages).to.deep.equal([
      '0/1000',
      `3/1003?after=${nth(333)}`,
      `1/1001?after=${nth(667)}`,
      `2/1002?after=${nth(USERS)}`,
      `102/1102?after=${anId(2001)}`,
      `152/1152?after=${anId(2002)}`,
    ]);
    proxy.before = async ({ url }) => {
      if (url?.includes('after='))
        await workplace.run(['permissions', 'add', anId(2003), 'service.new.read']);
    };
    const changed = await run(['permissions', 'export']);
    expect([changed.code, changed.stderr]).to.deep.equal([
      1,
      'ops-admin: the list changed while it was being read; try again\n',
    ]);
  });

  it('deactivates a user, and a file of users', async () => {
    const one = await run(['users', 'deactivate', 'user2@example.org', '--json']);
    expect([one.code, JSON.parse(one.stdout).result]).to.deep.equal([0, 'deactivated']);
    expect((await run(['permissions', 'list', anId(2)], '', { OPS_TOKEN: plainToken })).code).to.equal(1);
    const many = await run(
      ['users', 'deactivate', '--file', '-', '--batch', 'leave', '--json'],
      'Mail\nuser2@example.org\nuser3@example.org\nuser1@example.org\n',
    );
    expect(rowsIn(many.stdout).map(({ result }) => result)).to.deep.equal([
      'already-so',
      'deactivated',
      'no-admin-left',
    ]);
    expect((await entriesOf('leave')).map(({ action }) => action)).to.deep.equal(['deactivate']);
    const back = await run([
      'users',
      'activate',
      '--holding',
      'service.a.read',
      '--yes',
      '--only',
      'changed',
    ]);
    expect(back.stdout).to.equal(
      'User 2 <user2@example.org>: activated\nUser 3 <user3@example.org>: activated\n',
    );
  });

  describe('or a database', () => {
    const list = ['users', 'list', '--limit', '1'];
    const outcome = async (args: readonly string[], more: Record<string, string> = {}) => {
      const { code, stderr } = await workplace.run(args, { env: { OPS_TOKEN: token, ...more } });
      return { code, stderr, wasAsked: proxy.asked.splice(0).length > 0 };
    };

    it('is set by the command line, otherwise by one of the variables', async () => {
      const server = { OPS_SERVER: proxy.url };
      expect(await outcome([...list, '--server', `${proxy.url}/`])).to.include({ code: 0, wasAsked: true });
      expect(await outcome(['--server', proxy.url, ...list])).to.include({ code: 0, wasAsked: true });
      expect(await outcome(list, server)).to.include({ code: 0, wasAsked: true });
      expect(await outcome([...list, '--server', proxy.url], { OPS_DB: 'x' })).to.include({
        code: 0,
        wasAsked: true,
      });
      const real = await workplace.runReal([...list, '--server', proxy.url], { env: { OPS_TOKEN: token } });
      expect([real.code, real.stderr, proxy.asked.splice(0).length]).to.deep.equal([0, '', 1]);
      expect(await outcome(list)).to.include({ code: 0, wasAsked: false });
      expect(await outcome([...list, '--db', 'ops-admin.db'], server)).to.include({
        code: 0,
        wasAsked: false,
      });
      expect(await outcome([...list, '--db', 'ops-admin.db'], { OPS_SERVER: 'x' })).to.include({ code: 0 });
      for (const [args, more, words] of [
        [[...list, '--server', proxy.url, '--db', 'x'], {}, '--server and --db exclude each other'],
        [['--db', 'x', ...list, '--server', proxy.url], {}, '--server and --db exclude each other'],
        [list, { ...server, OPS_DB: 'x' }, 'OPS_SERVER and OPS_DB exclude each other'],
        [list, { OPS_SERVER: 'ops.example.org' }, 'OPS_SERVER is not valid'],
        [[...list, '--server', 'ftp://ops.example.org'], {}, 'Write https://'],
        [[...list, '--server', 'https://ada:secret@ops.example.org'], {}, 'Write https://'],
        [[...list, '--server', 'https://ops.example.org/?a=1'], {}, 'Write https://'],
      ] as const) {
        const { code, stderr, wasAsked } = await outcome(args, more);
        expect([code, wasAsked], words).to.deep.equal([2, false]);
        expect(stderr).to.include(words).and.not.include('secret');
      }
    });

    it('must be the database for other commands, whether the option or the variable names a service', async () => {
      for (const args of [
        ['import', 'users', 'users.json'],
        ['permissions', 'remove', anId(2), 'service.a', '--wait', '1s'],
        ['permissions', 'remove', anId(2), 'service.a', '--actor', 'ada'],
        ['permissions', 'add', anId(2), 'service.a', '--new-key'],
        ['audit', 'verify'],
        ['db', 'check'],
        ['db', 'backup', 'x'],
        ['keys', 'list'],
        ['token', 'issue', '--user', anId(1)],
        ['cache', 'info'],
        ['airports', 'info'],
        ['geocode', 'JFK', '--no-cache'],
      ]) {
        for (const [given, more] of [
          [[...args, '--server', proxy.url], {}],
          [args, { OPS_SERVER: proxy.url }],
        ] as const) {
          const { code, stderr } = await outcome(given, more);
          expect([code, stderr], args.join(' ')).to.satisfy(
            ([code, stderr]: [number, string]) => code === 2 && /requires the database.*--db/.test(stderr),
          );
        }
      }
      expect(
        (await outcome(['audit', 'head', '--db', 'ops-admin.db'], { OPS_SERVER: proxy.url })).code,
      ).to.equal(0);
      for (const args of [['serve'], ['config'], ['db', 'copy', '--from', 'a', '--to', 'b']]) {
        expect((await outcome([...args, '--server', proxy.url])).stderr).to.include('requires the database');
      }
      for (const args of [['config'], ['help'], ['completion', 'bash']]) {
        expect(await outcome(args, { OPS_SERVER: proxy.url })).to.deep.equal({
          code: 0,
          stderr: '',
          wasAsked: false,
        });
      }
    });

    it('is not needed: the command opens and creates no file', async () => {
      const { OPS_SERVER, OPS_TOKEN } = env();
      const folder = workplace.path('laptop');
      const there = process.cwd();
      await import('node:fs/promises').then(({ mkdir }) => mkdir(folder));
      process.chdir(folder);
      try {
        for (const args of [
          ['users', 'show', anId(2)],
          ['permissions', 'remove', anId(2), 'service.a.read', '--dry-run'],
          ['permissions', 'add', anId(2), 'service.x'],
          ['audit', 'list'],
          ['geocode', 'JFK', 'EDDM'],
        ]) {
          const { ended, stderr } = runInProcess(args, { env: { OPS_SERVER, OPS_TOKEN } });
          expect(await ended, stderr.text).to.equal(0);
        }
        expect(readdirSync('.')).to.deep.equal([]);
      } finally {
        process.chdir(there);
      }
      const [entry] = await workplace.trail(1);
      expect([entry?.actor, entry?.source]).to.deep.equal([anId(1), 'http']);
    });
  });

  describe('with a token', () => {
    const list = ['users', 'list', '--limit', '1'];
    const outcome = async (more: Record<string, string>, args = list) => {
      const { code, stderr } = await workplace.run(args, { env: { OPS_SERVER: proxy.url, ...more } });
      expect(stderr).to.not.include(token).and.not.include('not-a-token');
      return { code, stderr };
    };

    it('reads it from one of two variables, and never shows it', async () => {
      await workplace.write('token', `${token}\n`);
      chmodSync(workplace.path('token'), 0o600);
      expect(await outcome({ OPS_TOKEN_FILE: 'token' })).to.deep.equal({ code: 0, stderr: '' });
      chmodSync(workplace.path('token'), 0o644);
      const { code, stderr } = await outcome({ OPS_TOKEN_FILE: 'token' });
      expect([code, stderr]).to.deep.equal([
        0,
        'ops-admin: warning: others can read the file in OPS_TOKEN_FILE; run chmod 600 on it\n',
      ]);
      await workplace.write('empty', '\n');
      for (const [more, words] of [
        [{}, /set OPS_TOKEN, or OPS_TOKEN_FILE/],
        [{ OPS_TOKEN: token, OPS_TOKEN_FILE: 'token' }, /OPS_TOKEN and OPS_TOKEN_FILE exclude each other/],
        [{ OPS_TOKEN_FILE: 'none' }, /OPS_TOKEN_FILE names a file that does not exist/],
        [{ OPS_TOKEN_FILE: 'empty' }, /OPS_TOKEN_FILE is empty/],
        [{ OPS_TOKEN: 'not-a-token two' }, /OPS_TOKEN holds white space/],
        [{ OPS_TOKEN: ' ' }, /set OPS_TOKEN, or OPS_TOKEN_FILE/],
      ] as const) {
        const refused = await outcome(more);
        expect(refused.code, refused.stderr).to.equal(2);
        expect(refused.stderr).to.match(words);
      }
      expect(proxy.asked).to.have.length(2);
      const shown = await workplace.run(['config', '--json'], { env: env() });
      expect(shown.stdout).to.include('"OPS_TOKEN"').and.not.include(token);
      expect([shown.code, shown.stderr]).to.deep.equal([0, '']);
    });

    it('names the variable whose token is refused, or whose user is not an admin', async () => {
      for (const [bad, words] of [
        ['not-a-token', 'refuses the token in OPS_TOKEN: The access token is invalid or has expired'],
        [plainToken, 'refuses the token in OPS_TOKEN: Only '],
      ] as const) {
        for (const args of [
          list,
          ['departments', 'list'],
          ['permissions', 'add', anId(2), 'service.x'],
          ['permissions', 'check', anId(2), 'service.x'],
        ]) {
          const { code, stderr } = await outcome({ OPS_TOKEN: bad }, [...args, '--json']);
          expect(code).to.equal(1);
          expect(errorIn(stderr)).to.include(words).and.include(proxy.url);
        }
      }
      const { stderr } = await outcome({ OPS_TOKEN: plainToken }, [...list, '--json']);
      expect(JSON.parse(stderr).error.code).to.equal('FORBIDDEN');
      expect((await run(['geocode', 'JFK'], '', { OPS_TOKEN: plainToken })).code).to.equal(0);
    });

    it('warns of names that no request can hold, and of mistyped strings, as over a database', async () => {
      for (const typed of ['x\ufffdy', 'a'.repeat(300), 'service.a.raed', 'a\u0001b']) {
        const check = ['permissions', 'check', anId(2), typed];
        const [here, there] = [await workplace.run(check), await run(check)];
        expect(here.stderr, typed).to.include('is not a known permission');
        expect([there.code, there.stdout, there.stderr], typed).to.deep.equal([
          here.code,
          here.stdout,
          here.stderr,
        ]);
      }
    });

    it('warns of an address without encryption', async () => {
      const { code, stderr } = await outcome({ OPS_TOKEN: token, OPS_SERVER: 'http://ops-admin.invalid' });
      expect(code).to.equal(1);
      expect(stderr).to.match(/^ops-admin: warning: .* begins with http:.*token/);
      expect(stderr).to.match(/\nops-admin: http:\/\/ops-admin\.invalid: The service did not answer/);
    });

    it('learns from the service which users are admins, independent of local settings', async () => {
      const explain = ['permissions', 'list', anId(1), '--effective'];
      const { code, stdout } = await run(explain, '', { OPS_ADMIN_PERMISSION: 'service.other' });
      expect([code, stdout.trimEnd().split('\n').at(-1)]).to.deep.equal([0, 'is an admin']);
    });
  });

  describe('asks for confirmation once', () => {
    const requests = () => proxy.asked.splice(0).map(({ what }) => what);
    const CHANGE = 'POST /user/change-permissions';
    const REVERT = 'POST /audit/revert';

    it('also where the last admin is removed, unknown users are ignored, or a string looks mistyped', async () => {
      const rows = `${csv(2, 3)}\nnobody@example.org,service.a.read`;
      const leavers = await run([...REMOVE, '--atomic', '--ignore-not-found'], rows);
      expect([leavers.code, requests()]).to.deep.equal([0, [CHANGE]]);
      const mistyped = await run(['permissions', 'remove', anId(4), 'service.aaaaaab.read', '--strict']);
      expect([mistyped.code, requests()]).to.deep.equal([4, [CHANGE]]);
      expect(mistyped.stderr).to.include('service.aaaaaab.read is not a known permission');
      const last = ['permissions', 'remove', anId(1), 'service.admin.access', '--force'];
      const tried = await run([...last, '--dry-run']);
      expect([tried.stderr, requests()]).to.deep.equal(['no admin would be left\n', [CHANGE]]);
      const gone = await run(last);
      expect([gone.stderr.split('\n')[0], requests()]).to.deep.equal(['no admin is left', [CHANGE]]);
    });

    it('about each string of a batch', async () => {
      const { code, stderr } = await run([...REMOVE, '--strict'], csv(2, 252, 'service.zzzz.read'));
      expect(code).to.equal(4);
      expect(stderr.match(/service.zzzz.read is not a known permission/g)).to.have.length(1);
      expect(posts().map(({ body }) => JSON.parse(body).payload.findDoubtful)).to.deep.equal([
        true,
        false,
        false,
      ]);
    });

    it('where it undoes a change, with all messages', async () => {
      await workplace.run(['users', 'link', anId(2), '--issuer', 'https://id.example', '--subject', 'ann']);
      const [link] = await workplace.trail(1);
      await run(['permissions', 'remove', anId(2), 'service.a.read']);
      const [removal] = await workplace.trail(1);
      await run(['permissions', 'add', anId(2), 'service.a.read']);
      requests();
      const linked = await run(['audit', 'revert', `${link?.id}`, '--dry-run']);
      expect(linked.stdout).to.include('would unlink ann at https://id.example');
      const alone = await run(['audit', 'revert', `${removal?.id}`, '--force']);
      expect(alone.stdout).to.match(
        /left alone service.a.read: entry \d+ by user1@example.org named it since/,
      );
      expect(requests()).to.deep.equal([REVERT, REVERT]);
    });

    it('and names the batch of an undo before it begins', async () => {
      await run([...REMOVE, '--batch', 'leavers'], csv(2, 3));
      const { stderr } = await run(['audit', 'revert', '--batch', 'leavers', '--yes']);
      const [, batch] = /^batch (\S+)\n/.exec(stderr) ?? [];
      expect(stderr).to.match(
        new RegExp(`ops-admin audit revert --server http:\\S+ --batch ${batch} undoes this`),
      );
      expect(await entriesOf(batch ?? '')).to.have.length(2);
    });
  });

  describe('changes many users', () => {
    it('in requests of at most 100 changes and 900 KiB, under one batch', async () => {
      expect((await run([...REMOVE, '--batch', 'b'], csv(2, 252))).code).to.equal(0);
      expect(posts().map(({ what }) => what)).to.have.length(3);
      expect(await entriesOf('b')).to.have.length(251);
      proxy.asked.splice(0);
      const permissions = Array.from({ length: 1000 }, (_, n) => `service.m${n}.${'é'.repeat(200)}`);
      const lines = [2, 5, 6].map((n) => JSON.stringify({ user: anId(n), permissions }));
      lines.splice(1, 0, JSON.stringify({ user: anId(7), permissions: ['x'.repeat(257)] }));
      const long = permissions.map((_, n) => `${'\u0001'.repeat(155)}${n}`);
      lines.push(JSON.stringify({ user: anId(7), permissions: long }));
      const { code, stdout } = await run([...REMOVE, '--json'], lines.join('\n'));
      expect(code).to.equal(4);
      const rows = rowsIn(stdout);
      expect(rows.map(({ line, result }) => [line, result])).to.deep.equal([
        [1, 'nothing-held'],
        [2, 'invalid'],
        [3, 'nothing-held'],
        [4, 'nothing-held'],
        [5, 'invalid'],
      ]);
      expect(rows[1]).to.deep.include({ user: anId(7), removed: [] });
      expect(rows[4]?.message).to.equal('the permissions of a row must not be longer than 896 KiB');
      expect(posts()).to.have.length(2);
      for (const { bytes } of posts()) expect(bytes).to.be.at.most(900 * 1024);
    });

    it('all or none only where they fit in one request', async () => {
      const { code, stderr, stdout } = await run([...REMOVE, '--atomic'], csv(2, 102));
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.match(/--atomic with more than 100 rows.*requires the database/);
      expect(proxy.asked).to.deep.equal([]);
      expect((await run([...REMOVE, '--atomic'], csv(2, 101))).code).to.equal(0);
    });

    it('reports unknown rows where the connection is cut, and continues the batch', async () => {
      let passed = 0;
      proxy.onTheWay = ({ method }) => (method === 'POST' && ++passed === 2 ? 'cut answer' : 'pass');
      const cut = await run([...REMOVE, '--batch', 'leavers', '--json'], csv(5, 254));
      expect(cut.code).to.equal(1);
      expect(errorIn(cut.stderr)).to.match(
        /lines 102 to 201 may have been made: run it again with --batch leavers/,
      );
      expect(rowsIn(cut.stdout)).to.have.length(100);
      expect(linesIn(cut.stdout).at(-1)).to.have.nested.property('summary.changed', 100);
      expect(await entriesOf('leavers')).to.have.length(200);

      const again = await run([...REMOVE, '--batch', 'leavers', '--json'], csv(5, 254));
      expect([again.code, again.stderr]).to.satisfy(
        ([code, stderr]: [number, string]) => code === 0 && !stderr.includes('warning'),
      );
      const results = rowsIn(again.stdout).map(({ result }) => result);
      expect(results.slice(0, 200)).to.deep.equal(Array(200).fill('nothing-held'));
      expect(results.slice(200)).to.deep.equal(Array(50).fill('removed'));
      expect(await entriesOf('leavers')).to.have.length(250);
    });

    it('and reports an unknown outcome for one user, too', async () => {
      proxy.onTheWay = ({ method }) => (method === 'POST' ? 'cut' : 'pass');
      const { code, stderr } = await run(['permissions', 'remove', anId(2), 'service.a.read']);
      expect(code).to.equal(1);
      expect(stderr).to.match(/did not answer.*\n.*the change may have been made/);
      expect(posts()).to.have.length(1);
    });

    it('and reports a possibly created user, whom a repetition finds', async () => {
      proxy.onTheWay = ({ method }) => (method === 'POST' ? 'cut answer' : 'pass');
      const create = ['users', 'create', 'new@example.org', '--name', 'New'];
      const { code, stderr } = await run(create);
      expect(code).to.equal(1);
      expect(stderr).to.match(/did not answer.*\n.*the change may have been made: run the command again/);
      expect(posts()).to.have.length(1);
      proxy.onTheWay = () => 'pass';
      const again = await run(create);
      expect([again.code, again.stderr]).to.satisfy(
        ([code, stderr]: [number, string]) =>
          code === 2 && stderr.includes('the e-mail new@example.org belongs to New'),
      );
    });

    it('lets the client retry: reads, while the service is busy', async () => {
      let busy = 0;
      proxy.onTheWay = ({ method }, response) => {
        if (method === 'GET' && ++busy > 2) return 'pass';
        response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' });
        response.end('{"error":{"code":"SERVICE_UNAVAILABLE","message":"busy"}}');
        return 'answered';
      };
      expect((await run(['users', 'show', anId(2)])).code).to.equal(0);
      const refused = await run(REMOVE, csv(5, 6));
      expect([refused.code, refused.stderr.includes('busy'), posts().length]).to.deep.equal([1, true, 1]);

      proxy.onTheWay = (_, response) => {
        response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '600' });
        response.end('{"error":{"code":"SERVICE_UNAVAILABLE","message":"busy"}}');
        return 'answered';
      };
      const { code, stderr } = await run(['permissions', 'add', anId(2), 'service.x', '--json']);
      expect([code, JSON.parse(stderr).error.code]).to.deep.equal([1, 'SERVICE_UNAVAILABLE']);
      proxy.onTheWay = (_, response) => {
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
        return 'answered';
      };
      const html = await run(['users', 'list']);
      expect(html.code).to.equal(1);
      expect(html.stderr).to.include('502, text/html').and.include(proxy.url);
    });

    it('stops where the admin loses access meanwhile, also by the batch itself', async () => {
      const rows = `${csv(2, 100)}\nuser1@example.org,service.admin.access\n${csv(101, 110).split('\n').slice(1).join('\n')}`;
      const args = [...REMOVE, '--force', '--json'];
      const { code, stderr, stdout } = await run(args, rows);
      expect(code).to.equal(1);
      expect(errorIn(stderr)).to.include('Only admins can send this request');
      expect(stderr).to.include('no admin is left');
      expect(rowsIn(stdout)).to.have.length(100);
      expect(workplace.held(101)).to.include('service.a.read');
    });

    it('stops at Ctrl-C between requests, after printing the finished rows', async () => {
      const running = runInProcess([...REMOVE, '--json'], { env: env(), stdin: csv(5, 254) });
      proxy.before = async ({ method }) => {
        if (method === 'POST') running.signal('SIGINT');
      };
      expect(await running.ended).to.equal(130);
      expect(rowsIn(running.stdout.text)).to.have.length(100);
      expect(errorIn(running.stderr.text)).to.include('only the rows above are done');
      expect(posts()).to.have.length(1);
      expect(workplace.holders('service.a.read')).to.equal(USERS - 1 - 100);
    });

    it('continues its own batch, and warns of another actor’s', async () => {
      await workplace.run(['permissions', 'add', '--file', '-', '--batch', 'old'], {
        stdin: csv(5, 6, 'service.n'),
      });
      expect((await run([...REMOVE, '--batch', 'old'], csv(5, 6))).stderr).to.include(
        'the batch old already exists',
      );
      expect((await run([...REMOVE, '--batch', 'old'], csv(5, 7))).stderr).to.not.include('warning');
      const agreed = posts().map(({ body }) => JSON.parse(body).payload.continueBatch);
      expect(agreed).to.deep.equal([true, false]);
      await workplace.run(['permissions', 'add', anId(9), 'service.n', '--batch', 'other']);
      const rename = ['permissions', 'rename', 'service.n', 'service.o', '--yes'];
      const renamed = await run([...rename, '--batch', 'other']);
      expect([renamed.code, renamed.stderr]).to.satisfy(
        ([code, stderr]: [number, string]) => code === 0 && stderr.includes('the batch other already exists'),
      );
    });

    it('does not continue a batch that another actor used while it asked', async () => {
      proxy.before = async ({ method }) => {
        if (method !== 'POST') return;
        await workplace.run(['permissions', 'add', anId(9), 'service.n', '--batch', 'mine']);
      };
      const { code, stderr } = await run([...REMOVE, '--batch', 'mine'], csv(5, 6));
      expect([code, stderr]).to.satisfy(
        ([code, stderr]: [number, string]) =>
          code === 2 && stderr.includes('payload.batch is a batch of another actor'),
      );
      expect(workplace.holders('service.a.read')).to.equal(USERS - 1);
    });
  });

  it('lists more users than a page holds, also while they change', async () => {
    const records = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, n) => ({
        _id: anId(from + n),
        emails: [`user${from + n}@example.org`],
        personalInformation: { name: `User ${from + n}` },
      }));
    await workplace.write('more.json', records(USERS + 1, 2_750));
    await workplace.run(['import', 'users', 'more.json']);
    const ids = async () => {
      const { stdout } = await run(['users', 'list', '--json']);
      return new Set((JSON.parse(stdout) as { readonly _id: string }[]).map(({ _id }) => _id));
    };
    expect((await ids()).size).to.equal(2_750);
    expect(proxy.asked).to.have.length(3);
    let isFirst = true;
    // One comes in front of all others, and one of them goes behind.
    await workplace.write('new.json', [
      { _id: anId(0), emails: ['new@example.org'], personalInformation: { name: 'New' } },
      { _id: anId(5), emails: ['user5@example.org'], personalInformation: { name: 'zzz' } },
      { _id: anId(6), emails: ['user6@example.org'], personalInformation: { name: 'zzz' } },
    ]);
    proxy.before = async ({ url = '' }) => {
      if (!url.includes('/1800/') || !isFirst) return;
      isFirst = false;
      await workplace.run(['import', 'users', 'new.json']);
    };
    const found = await ids();
    for (let n = 1; n <= 2_750; n++) expect(found.has(anId(n)), anId(n)).to.equal(true);
    expect(isFirst).to.equal(false);
    const limited = await run(['users', 'list', '--limit', '2700', '--json']);
    expect(JSON.parse(limited.stdout)).to.have.length(2_700);
  });

  describe('reads an answer', () => {
    const servers = localServers();
    const listAt = async (text: string) => {
      const url = await servers.http((_request, response) => void response.end(text));
      return run(['users', 'list', '--server', url.href.replace(/\/$/, '')]);
    };

    it('with a wrong form, and names the mistake', async () => {
      for (const [text, mistake] of [
        [
          '{"data":{"total":1,"users":"x"}}',
          'The answer has another shape, with status 200: users is not object[]',
        ],
        [
          '{"data":{"total":1000000,"users":[]}}',
          'The answer has another shape, with status 200: 0 users where there are 1000',
        ],
        ['{"users":"x"}', 'The answer is not from the service: 200'],
        ['[1]', 'The answer is not from the service: 200'],
        ['<html>', 'The answer is not from the service: 200'],
      ] as const) {
        const { code, stderr, stdout } = await listAt(text);
        expect([code, stdout]).to.deep.equal([1, '']);
        expect(stderr).to.include(mistake);
      }
    });

    it('with members of wrong types, in one error', async () => {
      for (const [data, ...args] of [
        ['{"user":{},"permissions":[],"admin":true,"reader":true}', 'whoami'],
        ['{"total":1,"users":[{"_id":1}]}', 'users', 'list'],
        ['{"user":{},"newestEntry":1,"effective":[],"identities":[],"admin":true}', 'users', 'show', anId(1)],
        ['{"total":1,"departments":[{}]}', 'departments', 'tree'],
        ['{"entries":[{"id":1}],"next":null}', 'audit', 'list'],
        [
          '{"dryRun":false,"leavesNoAdmin":false,"results":[{}]}',
          'permissions',
          'remove',
          anId(1),
          'service.a.b',
        ],
      ] as const) {
        const url = await servers.http((_request, response) => void response.end(`{"data":${data}}`));
        const server = url.href.replace(/\/$/, '');
        const { code, stderr } = await run([...args, '--server', server]);
        expect([code, stderr.match(/\n/g)?.length], `${args}: ${stderr}`).to.deep.equal([
          1,
          args[0] === 'permissions' ? 2 : 1,
        ]);
        expect(stderr, `${args}`).to.include(`ops-admin: ${server}: The answer has another shape`);
        expect(stderr.includes('the change may have been made'), `${args}`).to.equal(
          args[0] === 'permissions',
        );
        const { error } = JSON.parse((await run([...args, '--json', '--server', server])).stderr);
        expect(error.code).to.equal('SERVICE_UNAVAILABLE');
      }
    });

    it('and does not blame it for an exception of the command itself', async () => {
      const env = { OPS_SERVER: proxy.url, OPS_TOKEN: token };
      const running = runInProcess(['audit', 'export'], { env });
      running.stdout.write = () => {
        throw new TypeError('ours');
      };
      expect(await running.ended).to.equal(1);
      expect(running.stderr.text)
        .to.match(/^ops-admin: unexpected failure: TypeError: ours\n {4}at /)
        .and.not.include('shape');
    });

    it('up to 64 MiB', async () => {
      const { code, stderr } = await listAt(' '.repeat(64 * 1_048_576 + 1));
      expect(code).to.equal(1);
      expect(stderr).to.include('The answer is longer than 64 MiB');
    });
  });

  it('ends at the limit on lookups, and says when to retry', async () => {
    let asked = 0;
    proxy.onTheWay = (_, response) => {
      // The client asks again three times, and gives up.
      if (++asked < 2) return 'pass';
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '0' });
      response.end('{"error":{"code":"RATE_LIMIT_EXCEEDED","message":"At most 100 lookups in 60 seconds"}}');
      return 'answered';
    };
    const { code, stderr, stdout } = await run(['geocode', '-'], 'JFK\nEDDM\n');
    expect([code, asked]).to.deep.equal([1, 5]);
    expect(stderr).to.include('At most 100 lookups in 60 seconds; ask again in 0 s\n');
    expect(stdout.split('\n')).to.have.length(2);
  });
});
