import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { AuditEntry } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { type ADatabase, aDatabase, ask } from '../../adapter-postgres/test/a-postgres.ts';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';
import { tamper } from './tamper.ts';

const run = promisify(execFile);
/** No two entries that are made before and after it are of one time. */
async function laterTime(): Promise<void> {
  const now = Date.now();
  await until(() => Date.now() > now, 'another millisecond');
}

describe('ops-admin audit archive', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;
  let trail: readonly AuditEntry[];

  /** Six entries: the first is the import. */
  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.a', 'service.b', 'service.c']);
    for (const one of ['a', 'b', 'c']) {
      await laterTime();
      await organisation.remove(1, [`service.${one}`], { reason: 'left' });
    }
    for (const one of ['d', 'e']) {
      await laterTime();
      await organisation.add(1, [`service.${one}`]);
    }
    trail = await organisation.trail();
  });
  afterEach(() => {
    organisation.close();
  });
  const timeOf = (id: number) => trail[id - 1]?.time ?? '';
  const digestOf = (id: number) => trail[id - 1]?.seal.digest ?? '';
  const archive = (id: number, ...args: string[]) =>
    workplace.run(['audit', 'archive', 'old.ndjson', '--until', timeOf(id), ...args]);
  const verify = (...args: string[]) => workplace.run(['audit', 'verify', ...args]);
  const idsLeft = async () => (await organisation.trail()).map(({ id }) => id);
  const linesOf = async (name: string) => (await readFile(workplace.path(name), 'utf8')).split('\n');
  const problem = async (ended: ReturnType<typeof archive>) => {
    const { code, stderr, stdout } = await ended;
    expect(stdout).to.equal('');
    return [code, stderr.replace(/^ops-admin: /, '').trimEnd()];
  };

  it('moves the oldest entries into a new file, for its owner alone, and both are proven', async () => {
    const { code, stdout } = await archive(4, '--reason', 'yearly');
    const file = workplace.path('old.ndjson');
    expect([code, stdout]).to.deep.equal([0, `entries 1 to 4 are in ${file}; keep it\n`]);
    expect(await idsLeft()).to.deep.equal([5, 6]);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(await readdir(workplace.path(''))).to.not.include.members(['.old.ndjson']);
    const [header, first, ...others] = await linesOf('old.ndjson');
    expect(JSON.parse(header ?? '')).to.include({ opsAdminAuditArchive: 1, firstId: 1, previous: '' });
    expect(JSON.parse(first ?? '')).to.deep.include({ id: 1, added: trail[0]?.added });
    expect(others).to.have.length(5);
    expect(await verify('old.ndjson')).to.include({
      code: 0,
      stdout: `4 entries are as they were written\nhead ${digestOf(4)}\n`,
    });
    expect((await verify()).stdout).to.equal(`2 entries are as they were written\nhead ${digestOf(6)}\n`);
    expect((await workplace.run(['db', 'check'])).code).to.equal(0);
    // What is left says what it said, sets before and after included.
    expect(await organisation.trail()).to.deep.equal(trail.slice(4));
    await organisation.remove(1, ['service.d']);
    expect((await organisation.trail()).at(-1)).to.include({ id: 7 });
    expect((await verify()).code).to.equal(0);
  });

  it('prints what is noted of it, with --json', async () => {
    const { stdout } = await archive(2, '--json', '--actor', 'keeper', '--reason', 'yearly');
    expect(JSON.parse(stdout)).to.deep.include({
      file: workplace.path('old.ndjson'),
      actor: 'cli:keeper',
      reason: 'yearly',
      firstId: 1,
      lastId: 2,
      previous: '',
      lastDigest: digestOf(2),
    });
    expect(JSON.parse((await verify('old.ndjson', '--json')).stdout)).to.deep.equal({
      sound: true,
      entries: 2,
      head: digestOf(2),
    });
  });

  it('keeps whatever a text may hold on its line', async () => {
    const odd = [
      'a\u2028b',
      'c\u2029d',
      'e\u0085f',
      'g\u000bh',
      '\u001b[2J',
      '\ud800',
      '\ufeff',
      'i\r\nj',
      'é😀',
    ];
    await workplace.write('odd.json', [{ _id: anId(5), permissions: odd }]);
    await workplace.run(['import', 'users', 'odd.json']);
    await organisation.add(1, ['service.f'], { reason: 'one\u2028two\u2029three' });
    const args = ['audit', 'archive', 'old.ndjson', '--until', '0s'];
    expect(await workplace.run(args)).to.include({ code: 0, stderr: '' });
    expect(await verify('old.ndjson')).to.include({ code: 0, stderr: '' });
    const entries = (await linesOf('old.ndjson')).slice(1, -2).map((line) => JSON.parse(line) as AuditEntry);
    expect(entries[6]?.added).to.deep.equal(odd);
    expect(entries[7]?.reason).to.equal('one\u2028two\u2029three');
  });

  it('goes on where the last one ended, also with nothing left in the trail', async () => {
    await archive(3);
    const args = ['audit', 'archive', 'new.ndjson', '--until', timeOf(6)];
    expect((await workplace.run(args)).stdout).to.match(/^entries 4 to 6 /);
    expect(await idsLeft()).to.deep.equal([]);
    expect((await verify('new.ndjson')).code).to.equal(0);
    expect((await verify()).stdout).to.include(`head ${digestOf(6)}`);
    expect((await workplace.run(['audit', 'head'])).stdout).to.equal(`${digestOf(6)}\n`);
    expect(await workplace.json('audit', 'head')).to.include({ id: 6, digest: digestOf(6), signature: null });
    for (const head of [3, 6]) expect((await verify('--head', digestOf(head))).code).to.equal(0);
    await organisation.add(1, ['service.a']);
    expect(await idsLeft()).to.deep.equal([7]);
    expect((await workplace.run(['db', 'check'])).code).to.equal(0);
  });

  it('is named by an export and by the list of batches, where they reach it', async () => {
    await archive(3);
    const named = `entries 1 to 3, until ${timeOf(3)}, were archived in ${workplace.path('old.ndjson')}\n`;
    expect((await workplace.run(['audit', 'export'])).stderr).to.equal(named);
    expect((await workplace.run(['audit', 'export', '--after', '4'])).stderr).to.equal('');
    expect((await workplace.run(['audit', 'batches'])).stderr).to.equal(`${named}no batches\n`);
  });

  describe('verify FILE', () => {
    const tamperings: Record<string, [(lines: string[]) => string[], message: string]> = {
      'an altered entry': [
        (lines) => lines.map((line) => line.replace('"reason":"left"', '"reason":"lent"')),
        'audit entry 2 is not as it was written',
      ],
      'a set that is another': [
        (lines) => lines.map((line) => line.replace('"after":["', '"after":["service.z","')),
        'audit entry 1 is not as it was written',
      ],
      'a remark in an entry': [
        (lines) => lines.map((line) => line.replace('"id":3,', '"id":3,"approvedBy":"boss",')),
        'audit entry 3 is not as it was written',
      ],
      'an entry that says a thing twice': [
        (lines) => lines.map((line) => line.replace('"id":3,', '"id":3,"reason":"other",')),
        'line 4 of the file is not one of an audit archive or export',
      ],
      'a removed entry': [
        (lines) => lines.toSpliced(2, 1),
        'the entries right before audit entry 3 are missing',
      ],
      'the first entry removed': [
        (lines) => lines.toSpliced(1, 1),
        'the entries right before audit entry 2 are missing',
      ],
      'the last entry removed': [(lines) => lines.toSpliced(4, 1), 'the file ends with audit entry 3, '],
      'the end removed': [(lines) => lines.slice(0, 3), 'the file ends with audit entry 2, '],
      'the last line removed': [(lines) => lines.slice(0, 5), 'the file ends with audit entry 4, '],
      'half a line at the end': [
        (lines) => [...lines.slice(0, 5), lines[5]?.slice(0, 40) ?? ''],
        'line 6 of the file is not one of an audit archive or export',
      ],
      'swapped entries': [
        ([header = '', one = '', two = '', ...others]) => [header, two, one, ...others],
        'the entries right before audit entry 2 are missing',
      ],
      'an entry twice': [
        (lines) => lines.toSpliced(2, 0, lines[2] ?? ''),
        'the entries right before audit entry 2 are missing',
      ],
      'a made-up end': [
        ([header = '', one = '', two = '', , , footer = '']) => [
          header,
          one,
          two,
          JSON.stringify({ ...JSON.parse(footer), lastId: 2, lastDigest: digestOf(2) }),
        ],
        'the note of the archive that ends with audit entry 2 is not as it was written',
      ],
      'an end that says more': [
        (lines) => lines.with(5, lines[5]?.replace('{', '{"note":"x",') ?? ''),
        'line 6 of the file is not one of an audit archive or export',
      ],
      'a line after the end': [
        (lines) => [...lines.slice(0, 6), lines[1] ?? ''],
        'line 7 of the file is not one of an audit archive or export',
      ],
      'another beginning': [
        (lines) => lines.with(0, lines[0]?.replace('"firstId":1', '"firstId":2') ?? ''),
        'the entries right before audit entry 1 are missing',
      ],
      'a beginning that follows another entry': [
        (lines) => lines.with(0, lines[0]?.replace('"previous":""', '"previous":"x"') ?? ''),
        'audit entry 1 was written after another entry',
      ],
      'no beginning': [
        (lines) => lines.slice(1),
        'line 5 of the file is not one of an audit archive or export',
      ],
      'what is no JSON': [
        (lines) => lines.with(2, 'x'),
        'line 3 of the file is not one of an audit archive or export',
      ],
      nothing: [() => [], 'the file is empty'],
    };
    for (const [what, [change, expected]] of Object.entries(tamperings)) {
      it(`finds ${what}`, async () => {
        await archive(4);
        const lines = (await linesOf('old.ndjson')).slice(0, -1);
        const changed = change(lines);
        expect(changed).to.not.deep.equal(lines);
        await workplace.write('other.ndjson', changed.map((line) => `${line}\n`).join(''));
        const { code, stderr } = await verify('other.ndjson');
        expect(stderr).to.satisfy((text: string) => text.startsWith(`ops-admin: ${expected}`), stderr);
        expect(code).to.equal(/^(?:line|the file is empty|the file does not)/.test(expected) ? 2 : 1);
      });
    }

    it('finds any byte that was altered', async () => {
      await archive(2);
      const bytes = await readFile(workplace.path('old.ndjson'));
      const sound: number[] = [];
      // Every seventh: each is a run of the command.
      for (let at = 0; at < bytes.length - 1; at += 7) {
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ 1;
        await writeFile(workplace.path('other.ndjson'), altered);
        if ((await verify('other.ndjson')).code === 0) sound.push(at);
      }
      expect(sound).to.deep.equal([]);
    });

    it('cannot check with other keys, and says so of a file that is none', async () => {
      await archive(4);
      await anOrganisationElsewhere();
      const env = { OPS_AUTH_KEYS: 'elsewhere/ops-admin.keys.json' };
      const foreign = await workplace.run(['audit', 'verify', 'old.ndjson'], { env });
      expect([foreign.code, foreign.stderr]).to.satisfy(
        ([code, text]: [number, string]) =>
          code === 1 && /signed with a key that is not in the key file/.test(text),
      );
      expect(await problem(verify('none.ndjson'))).to.deep.equal([2, 'there is no file none.ndjson']);
      await mkdir(workplace.path('folder'));
      const [code, message] = await problem(verify('folder'));
      expect([code, message]).to.satisfy(
        ([is, text]: [number, string]) => is === 1 && /^cannot read .*folder: /.test(text),
      );
      expect((await verify('ops-admin.db')).code).to.equal(2);
    });

    it('takes a head that lies in the archive, and one that lies in the trail', async () => {
      await archive(4);
      for (const id of [2, 4, 5, 6]) {
        expect(await verify('old.ndjson', '--head', digestOf(id)), `${id}`).to.include({
          code: 0,
          stdout: `6 entries are as they were written\nhead ${digestOf(6)}\n`,
        });
      }
      const without = await verify('--head', digestOf(2));
      expect(without.code).to.equal(1);
      expect(without.stderr).to.include('does not hold the head').and.include('audit verify FILE');
      expect((await verify('old.ndjson', '--head', 'x'.repeat(43))).code).to.equal(1);
    });

    it('takes no head from a file that is not of this trail', async () => {
      await archive(4);
      // What a backup still had, and archived, was cut off here.
      await workplace.run(['db', 'backup', 'copy.db']);
      const env = { OPS_AUTH_KEYS: 'ops-admin.keys.json' };
      const args = ['audit', 'archive', 'copy.ndjson', '--until', timeOf(6), '--db', 'copy.db'];
      expect((await workplace.run(args, { env })).code).to.equal(0);
      tamper(
        workplace.path('ops-admin.db'),
        "delete from audit_entries where id > 4; delete from audit_changes where entry_id > 4; update counters set total = 4 where name = 'audit_entries'",
      );
      const { code, stderr } = await verify('copy.ndjson', '--head', digestOf(6));
      expect([code, /entries were cut off the end/.test(stderr)]).to.deep.equal([1, true]);
    });
  });

  it('is named by every list that reaches into it, by command and over HTTP', async () => {
    await archive(4);
    const line = `entries 1 to 4, until ${timeOf(4)}, were archived in ${workplace.path('old.ndjson')}\n`;
    const said = async (...args: string[]) => (await workplace.run(['audit', 'list', ...args])).stderr;
    expect(await said()).to.equal(line);
    expect(await said('--oldest-first')).to.equal(line);
    expect(await said('--user', 'user1@example.org')).to.equal(line);
    expect(await said('--until', timeOf(2))).to.equal(`${line}no entries\n`);
    expect(await said('--since', timeOf(5))).to.equal('');
    expect(await said('--limit', '1')).to.match(/^there are more/);
  });

  describe('is compared with the trail by db check', () => {
    const check = (...args: string[]) => workplace.run(['db', 'check', ...args]);
    const isUnlike = (file: string, first: number, last: number) => [
      1,
      `${file} does not hold entries ${first} to ${last} as they were archived: put the file back that audit archive wrote`,
    ];
    const file = () => workplace.path('old.ndjson');
    beforeEach(() => archive(2));

    it('where each file is as it was written', async () => {
      await workplace.run(['audit', 'archive', 'newer.ndjson', '--until', timeOf(4)]);
      const { code, stderr, stdout } = await check('--json');
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(JSON.parse(stdout)).to.deep.include({ sound: true, unreadArchives: [] });
    });

    it('where a byte of it is another, or a line is gone', async () => {
      const text = await readFile(file(), 'utf8');
      for (const other of [
        text.replace('left', 'Left'),
        text.replace(/^.*\n/, ''),
        text.replace(/.*\n$/, ''),
        '',
      ]) {
        await writeFile(file(), other);
        expect(await problem(check())).to.deep.equal(isUnlike(file(), 1, 2));
      }
      const { stdout } = await check('--json');
      const message = isUnlike(file(), 1, 2)[1];
      expect(JSON.parse(stdout).flaws).to.deep.equal([
        { type: 'archive-unlike-the-trail', file: file(), firstId: 1, lastId: 2, message },
      ]);
      await writeFile(file(), text);
      expect((await check()).code).to.equal(0);
    });

    it('where it is another archive, or an export', async () => {
      await workplace.run(['audit', 'archive', 'newer.ndjson', '--until', timeOf(4)]);
      const newer = workplace.path('newer.ndjson');
      const own = await readFile(newer, 'utf8');
      await writeFile(newer, await readFile(file(), 'utf8'));
      expect(await problem(check())).to.deep.equal(isUnlike(newer, 3, 4));
      await writeFile(
        newer,
        own
          .split('\n')
          .slice(1, -2)
          .map((line) => `${line}\n`)
          .join(''),
      );
      expect(await problem(check())).to.deep.equal(isUnlike(newer, 3, 4));
    });

    it('where it is there: one that is kept elsewhere is named, and is no flaw', async () => {
      await rename(file(), workplace.path('elsewhere.ndjson'));
      for (const args of [[], ['--repair', '--yes']]) {
        const { code, stderr } = await check(...args);
        expect([code, stderr]).to.deep.equal([
          0,
          `entries 1 to 2, until ${timeOf(2)}, were archived in ${file()}, which is not there or cannot be read: it was not compared\n`,
        ]);
      }
      const { stdout } = await check('--json');
      expect(JSON.parse(stdout)).to.deep.include({
        unreadArchives: [{ firstId: 1, lastId: 2, until: timeOf(2), file: file() }],
      });
    });
  });

  it('says where an archived entry is, which can be neither shown nor reverted', async () => {
    await archive(4);
    const file = workplace.path('old.ndjson');
    const expected = [
      3,
      `audit entry 2 was archived in ${file}; audit list --in reads that file, and nothing of it is undone`,
    ];
    expect(await problem(workplace.run(['audit', 'show', '2']))).to.deep.equal(expected);
    expect(await problem(workplace.run(['audit', 'revert', '2']))).to.deep.equal(expected);
    expect(await problem(workplace.run(['audit', 'revert', '--batch', 'x', '--yes']))).to.deep.equal([
      3,
      `there is no batch x in the audit trail; older entries are in ${file}`,
    ]);
    expect(await problem(workplace.run(['audit', 'show', '99']))).to.deep.equal([
      3,
      'there is no audit entry 99',
    ]);
  });

  describe('list --in FILE', () => {
    const list = (...args: string[]) => workplace.run(['audit', 'list', ...args]);
    const read = (...args: string[]) => list('--in', 'old.ndjson', ...args);
    const NOT_VERIFIED =
      'the file was not verified: there is no key file; name its public keys with --public FILE\n';

    it('lists what the trail listed before, by every filter', async () => {
      const filters = [
        [],
        ['--user', 'USER1@example.org'],
        ['--user', anId(1)],
        ['--user', anId(2)],
        ['--actor', 'operator'],
        ['--actor', 'cli:importer', '--user', anId(1)],
        ['--permission', 'service.b'],
        ['--module', 'c'],
        ['--action', 'remove'],
        ['--source', 'import'],
        ['--changed'],
        ['--changed', 'false'],
        ['--reason', 'LEF'],
        ['--batch', 'none'],
        ['--since', timeOf(3)],
        ['--until', timeOf(2)],
        ['--after', '3'],
        ['--oldest-first'],
        ['--oldest-first', '--after', '1'],
      ];
      const before = await Promise.all(filters.map((one) => list(...one, '--json')));
      await archive(6);
      for (const [n, filter] of filters.entries()) {
        expect(await read(...filter, '--json'), filter.join(' ')).to.deep.equal(before[n]);
      }
      expect(await read('--limit', '2')).to.include({ code: 0, stderr: 'there are more: add --after 5\n' });
      expect((await read('--limit', '2', '--oldest-first', '--json')).stderr).to.equal(
        'there are more: add --after 2\n',
      );
      const named = await list('--user', 'user1@example.org');
      expect(named.stderr).to.equal(
        `entries 1 to 6, until ${timeOf(6)}, were archived in ${workplace.path('old.ndjson')}\nno entries\n`,
      );
    });

    it('lists nothing of a file that is not as it was written', async () => {
      await archive(4);
      const text = await readFile(workplace.path('old.ndjson'), 'utf8');
      await workplace.write('old.ndjson', text.replace('"reason":"left"', '"reason":"lent"'));
      const [code, message] = await problem(read());
      expect([code, /^audit entry 2 is not as it was written/.test(`${message}`)]).to.deep.equal([1, true]);
      await workplace.write('old.ndjson', text.replace('"added":[]', '"added":{}'));
      expect((await read()).code).to.equal(2);
      expect(await problem(list('--in', 'none.ndjson'))).to.deep.equal([2, 'there is no file none.ndjson']);
    });

    it('names people as the database does, whatever an export says of them', async () => {
      const { stdout } = await workplace.run(['audit', 'export']);
      await workplace.write('old.ndjson', stdout.replaceAll('user1@example.org', 'boss@example.org'));
      const { code, stdout: listed } = await read();
      expect([code, listed.includes('user1@example.org'), listed.includes('boss')]).to.deep.equal([
        0,
        true,
        false,
      ]);
    });

    it('needs neither the database nor a secret, and says where it cannot verify', async () => {
      await archive(4);
      const keys = await workplace.run(['keys', 'list', '--public']);
      await workplace.write('public.json', keys.stdout);
      await workplace.run(['keys', 'list', '--public'], { env: { OPS_AUTH_KEYS: 'other.json' } });
      const away = (...args: string[]) => read('--db', 'none.db', ...args);
      const ids = async (...args: string[]) => {
        const { code, stderr, stdout } = await away('--json', ...args);
        return [code, stderr, (JSON.parse(stdout) as AuditEntry[]).map(({ id }) => id)];
      };
      expect(await ids('--public', 'public.json')).to.deep.equal([0, '', [4, 3, 2, 1]]);
      expect(await ids('--user', anId(1), '--limit', '9')).to.deep.equal([0, NOT_VERIFIED, [4, 3, 2, 1]]);
      // An e-mail is the database's.
      expect((await away('--user', 'user1@example.org')).code).to.equal(2);
      expect((await read('--user', 'nobody@example.org')).code).to.equal(3);
      expect(await problem(list('--public', 'public.json'))).to.deep.equal([
        2,
        '--public is for --in, which verifies a file',
      ]);
      expect((await read('--server', 'http://127.0.0.1:9')).code).to.equal(2);
      const env = { OPS_SERVER: 'http://127.0.0.1:9' };
      expect((await workplace.run(['audit', 'list', '--in', 'old.ndjson'], { env })).code).to.equal(0);
    });
  });

  it('is named by the undo of a run that it can hold a part of, at every door', async () => {
    await organisation.remove(1, ['service.d'], { batch: 'run' });
    await laterTime();
    await organisation.remove(1, ['service.e'], { batch: 'run' });
    await organisation.add(1, ['service.admin.access']);
    trail = await organisation.trail();
    const undo = (...args: string[]) => workplace.run(['audit', 'revert', '--batch', 'run', ...args]);
    expect((await undo('--dry-run')).stderr).to.not.include('archived');
    await archive(7);
    const part = { firstId: 1, lastId: 7, until: timeOf(7), file: workplace.path('old.ndjson') };
    const line = `entries 1 to 7, until ${part.until}, were archived in ${part.file}; nothing of it is undone\n`;
    expect((await undo('--dry-run')).stderr).to.match(/^entries 1 to 7, .*\n1 entry: /);

    const { url } = await workplace.serve();
    const issued = await workplace.run(['token', 'issue', '--user', 'user1@example.org']);
    const token = issued.stdout.trim();
    const asked = await fetch(`${url}/audit/revert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ payload: { batch: 'run', dryRun: true } }),
    });
    const answer = (await asked.json()) as { data: { archived: unknown; results: unknown[] } };
    expect([answer.data.archived, answer.data.results.length]).to.deep.equal([[part], 1]);
    for (const path of ['audit/list', 'audit/batches']) {
      const listed = await fetch(`${url}/${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect(((await listed.json()) as typeof answer).data.archived, path).to.deep.equal([part]);
    }
    const asCsv = { authorization: `Bearer ${token}`, accept: 'text/csv' };
    const archivedOf = async (query: string) =>
      (await fetch(`${url}/audit/list?${query}`, { headers: asCsv })).headers.get('X-Audit-Archived');
    expect(JSON.parse((await archivedOf('user=user1@example.org')) ?? '')).to.deep.equal(part);
    expect(await archivedOf('limit=1')).to.equal(null);

    const env = { OPS_SERVER: url, OPS_TOKEN: token };
    const remote = async (...args: string[]) => (await workplace.run(args, { env })).stderr;
    const named = line.replace('; nothing of it is undone', '');
    expect(await remote('audit', 'list')).to.equal(named);
    expect(await remote('audit', 'batches')).to.equal(named);
    expect(await remote('audit', 'revert', '2')).to.include(part.file);
    expect(await remote('audit', 'show', '2')).to.include(part.file);
    const undone = await workplace.run(['audit', 'revert', '--batch', 'run', '--yes'], { env });
    expect(undone).to.include({
      code: 0,
      stdout: 'entry 8, First1 Last1 <user1@example.org>\n  gave back service.e\n',
    });
    expect(undone.stderr.split(line)).to.have.length(2);
    expect((await undo('--yes')).stderr.split(line)).to.have.length(2);
  });

  it('leaves all as it is where no entry is as old as that', async () => {
    const args = ['audit', 'archive', 'old.ndjson', '--until', '2025-01-01'];
    expect(await problem(workplace.run(args))).to.deep.equal([
      3,
      'no audit entry is as old as that; nothing was archived',
    ]);
    expect(await idsLeft()).to.have.length(6);
    expect(existsSync(workplace.path('old.ndjson'))).to.equal(false);
    expect((await workplace.run(['audit', 'archive', 'old.ndjson'])).code).to.equal(2);
    expect((await workplace.run(['audit', 'archive', '--until', '1w'])).code).to.equal(2);
  });

  it('refuses a file that is in the way, and leaves it as it is', async () => {
    await archive(2);
    const earlier = await readFile(workplace.path('old.ndjson'), 'utf8');
    for (const content of ['', 'precious\n', earlier, earlier.slice(0, -50)]) {
      await workplace.write('old.ndjson', content);
      const [code, message] = await problem(archive(4));
      expect([code, message]).to.deep.equal([
        2,
        `${workplace.path('old.ndjson')} is there, and is not an archive of these entries; name another file`,
      ]);
      expect(await readFile(workplace.path('old.ndjson'), 'utf8')).to.equal(content);
    }
    expect((await workplace.run(['audit', 'archive', 'ops-admin.db', '--until', timeOf(4)])).code).to.equal(
      2,
    );
    expect(await idsLeft()).to.deep.equal([3, 4, 5, 6]);
    await workplace.write('old.ndjson', earlier);
    expect((await workplace.run(['db', 'check'])).code).to.equal(0);
  });

  it('is refused for a trail that is not as it was written', async () => {
    tamper(workplace.path('ops-admin.db'), "update audit_entries set reason = 'x' where id = 5");
    const [code, message] = await problem(archive(3));
    expect([code, message]).to.satisfy(
      ([is, text]: [number, string]) => is === 1 && text.startsWith('audit entry 5 is not as it was written'),
    );
    expect(existsSync(workplace.path('old.ndjson'))).to.equal(false);
  });

  describe('that is stopped', () => {
    const killed = async (id: number) => {
      // Another program changes the database, so that the entries cannot go while the file is there already.
      const other = new Database(workplace.path('ops-admin.db'));
      other.exec('begin immediate');
      const child = workplace.start(['audit', 'archive', 'old.ndjson', '--until', timeOf(id)]);
      let said = '';
      child.stderr?.on('data', (chunk) => {
        said += chunk;
      });
      await until(() => {
        if (child.exitCode !== null) throw new Error(`the command ended: ${said}`);
        return existsSync(workplace.path('old.ndjson'));
      }, 'the archive');
      child.kill('SIGKILL');
      await once(child, 'close');
      other.exec('rollback');
      other.close();
    };

    it('between file and trail has changed nothing, and finishes when it is run again', async () => {
      await killed(4);
      expect(await idsLeft()).to.have.length(6);
      expect((await verify()).code).to.equal(0);
      expect((await verify('old.ndjson')).code).to.equal(0);
      const before = await readFile(workplace.path('old.ndjson'), 'utf8');
      expect((await archive(4)).stdout).to.match(/^entries 1 to 4 /);
      expect(await readFile(workplace.path('old.ndjson'), 'utf8')).to.equal(before);
      expect(await idsLeft()).to.deep.equal([5, 6]);
      // Once more: it is done.
      expect((await archive(4)).code).to.equal(3);
    });

    it('goes on with the file where the time is a later one now', async () => {
      await killed(3);
      expect((await archive(5)).stdout).to.match(/^entries 1 to 3 /);
      expect(await idsLeft()).to.deep.equal([4, 5, 6]);
      expect((await verify()).code).to.equal(0);
    });

    it('refuses the file where the time is an earlier one now', async () => {
      await killed(5);
      expect((await archive(3)).code).to.equal(2);
      expect(await idsLeft()).to.have.length(6);
    });
  });

  describe('without a place for its file', () => {
    it('changes nothing where there is no folder, or it takes no files', async () => {
      const until = ['--until', timeOf(4)];
      const into = (file: string) => problem(workplace.run(['audit', 'archive', file, ...until]));
      expect(await into('none/old.ndjson')).to.deep.equal([
        1,
        `cannot write ${workplace.path('none/old.ndjson')}: there is no such folder; nothing was archived`,
      ]);
      if (process.getuid?.() !== 0) {
        await mkdir(workplace.path('closed'));
        await chmod(workplace.path('closed'), 0o500);
        expect(await into('closed/old.ndjson')).to.deep.equal([
          1,
          `cannot write ${workplace.path('closed/old.ndjson')}: this user may not; nothing was archived`,
        ]);
      }
      expect(await idsLeft()).to.have.length(6);
    });

    it('changes nothing where there is no room, and leaves no part of a file', async function () {
      const place = workplace.path('small');
      await mkdir(place);
      try {
        await run('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', place]);
      } catch {
        console.log('        skipped: mounting a small disk takes root');
        this.skip();
      }
      try {
        for (let n = 0; n < 20; n++) await organisation.add(1, ['service.e'], { reason: 'x'.repeat(400) });
        const args = ['audit', 'archive', 'small/old.ndjson', '--until', '0s'];
        expect(await problem(workplace.run(args))).to.deep.equal([
          1,
          `cannot write ${place}/old.ndjson: no space left; nothing was archived`,
        ]);
        expect(await readdir(place)).to.deep.equal([]);
        expect(await idsLeft()).to.have.length(26);
      } finally {
        await run('umount', [place]);
      }
    });
  });

  describe('on PostgreSQL', () => {
    let made: ADatabase;
    beforeEach(async () => {
      made = await aDatabase();
    });
    afterEach(() => made.drop());

    it('does the same', async () => {
      const on = (...args: string[]) =>
        workplace.run(args, { env: { OPS_DB: made.url, OPS_AUTH_KEYS: 'pg.json' } });
      await workplace.write('users.json', [
        { _id: anId(1), emails: ['a@example.org'], permissions: ['service.a'] },
      ]);
      await on('import', 'users', 'users.json');
      await on('permissions', 'remove', 'a@example.org', 'service.a', '--reason', 'left');
      await laterTime();
      const middle = new Date().toISOString();
      await laterTime();
      await on('permissions', 'add', 'a@example.org', 'service.b');
      const head = (await on('audit', 'head')).stdout.trim();
      expect((await on('audit', 'archive', 'pg.ndjson', '--until', middle)).stdout).to.match(
        /^entries 1 to 2 /,
      );
      expect(JSON.parse((await on('audit', 'list', '--json')).stdout)).to.have.length(1);
      expect((await on('audit', 'show', '1')).stderr).to.include(workplace.path('pg.ndjson'));
      expect((await on('audit', 'verify', 'pg.ndjson', '--head', head)).code).to.equal(0);
      const listed = await on(
        'audit',
        'list',
        '--in',
        'pg.ndjson',
        '--user',
        'a@example.org',
        '--action',
        'remove',
      );
      expect([listed.code, listed.stderr, listed.stdout.includes('a@example.org')]).to.deep.equal([
        0,
        '',
        true,
      ]);
      expect((await on('db', 'check')).code).to.equal(0);
      expect((await on('permissions', 'add', 'a@example.org', 'service.c')).code).to.equal(0);
      expect((await on('audit', 'archive', 'pg2.ndjson', '--until', '0s')).stdout).to.match(
        /^entries 3 to 4 /,
      );
      expect((await on('audit', 'head', '--json')).stdout).to.include('"id": 4');
      expect((await on('audit', 'verify')).code).to.equal(0);
      await ask(
        made.url,
        'set session_replication_role = replica',
        "update audit_archives set file = 'x' where last_id = 2",
      );
      expect((await on('audit', 'verify')).code).to.equal(1);
    });

    it('is for the owner of the tables, who goes on with the file of another role', async () => {
      const url = new URL(made.url);
      const role = `ops_service_${process.pid}`;
      url.username = role;
      const on = (db: string, ...args: string[]) =>
        workplace.run(args, { env: { OPS_DB: db, OPS_AUTH_KEYS: 'pg.json' } });
      await workplace.write('users.json', [{ _id: anId(1), permissions: ['service.a'] }]);
      await on(made.url, 'import', 'users', 'users.json');
      // As docs/running.md has it.
      await ask(
        made.url,
        `create role ${role} login password 'test'`,
        `grant usage on schema public to ${role}`,
        `grant select, insert, update, delete on all tables in schema public to ${role}`,
        `grant usage on all sequences in schema public to ${role}`,
        `revoke update, delete on audit_entries, audit_changes, audit_sets, audit_archives from ${role}`,
        `revoke insert on audit_archives from ${role}`,
      );
      try {
        expect((await on(url.href, 'permissions', 'add', anId(1), 'service.b')).stderr).to.equal('');
        const archived = ['audit', 'archive', 'pg.ndjson', '--until', '0s'];
        const refused = await on(url.href, ...archived);
        expect([refused.code, refused.stdout]).to.deep.equal([1, '']);
        expect(refused.stderr).to.include('permission denied for table audit_archives');
        expect(JSON.parse((await on(url.href, 'audit', 'list', '--json')).stdout)).to.have.length(2);
        expect((await on(made.url, ...archived)).stdout).to.match(/^entries 1 to 2 /);
        expect((await on(url.href, 'permissions', 'add', anId(1), 'service.c')).code).to.equal(0);
        expect((await on(url.href, 'audit', 'verify')).code).to.equal(0);
      } finally {
        await ask(made.url, `drop owned by ${role}`, `drop role ${role}`);
      }
    });
  });

  async function anOrganisationElsewhere(): Promise<void> {
    await mkdir(workplace.path('elsewhere'));
    await workplace.write('users.json', [{ _id: anId(1), permissions: ['service.a'] }]);
    const { code } = await workplace.run(['import', 'users', 'users.json', '--db', 'elsewhere/ops-admin.db']);
    expect(code).to.equal(0);
  }
});
