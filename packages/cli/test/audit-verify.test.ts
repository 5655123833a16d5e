import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { expect } from 'chai';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';
import { tamper } from './tamper.ts';

const ALL_BUT_ID = `time, actor, source, action, user_id, requested, "before", "after", ends_before, request_id,
  reason, batch, reverts, previous, digest, key_id`;
const NO_SEAL = "previous = '', digest = '', key_id = ''";
const COPY_OF = (id: number, as: number) =>
  `insert into audit_entries (id, ${ALL_BUT_ID}) select ${as}, ${ALL_BUT_ID} from audit_entries where id = ${id};`;
/** Starts at the end, so that no number occurs twice. */
const RENUMBER = (from: number, by: number) => `
  update audit_entries set id = -id where id >= ${from};
  update audit_entries set id = -id + ${by} where id < 0;
  update counters set total = (select max(id) from audit_entries) where name = 'audit_entries';`;
const CUT_OFF = (from: number) => `
  delete from audit_entries where id >= ${from};
  delete from audit_changes where entry_id >= ${from};
  update counters set total = ${from - 1} where name = 'audit_entries';`;

describe('ops-admin audit verify', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;
  const file = () => workplace.path('ops-admin.db');

  /** Six entries: the first is the import. */
  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.a', 'service.b', 'service.c']);
    for (const one of ['a', 'b', 'c']) await organisation.remove(1, [`service.${one}`]);
    await organisation.add(1, ['service.d'], { reason: 'asked for', batch: 'run' });
    await organisation.add(1, ['service.e']);
  });
  afterEach(async () => {
    await organisation.close();
  });
  const digestOf = async (id: number) =>
    (await organisation.trail()).find((entry) => entry.id === id)?.seal.digest ?? '';
  const verify = async (...args: string[]) => {
    const { code, stderr, stdout } = await workplace.run(['audit', 'verify', '--json', ...args]);
    return { code, stderr, ...(stdout && (JSON.parse(stdout) as { flaw?: string; entry?: number })) };
  };

  it('accepts an unchanged audit log and prints its newest digest', async () => {
    const head = await digestOf(6);
    const key = (await organisation.trail())[0]?.seal.keyId;
    expect(await workplace.run(['audit', 'verify'])).to.deep.equal({
      code: 0,
      stdout: `verified 6 entries\nentries 1 to 6 are signed with the key ${key}\nhead ${head}\n`,
      stderr: '',
    });
    expect((await workplace.run(['audit', 'head'])).stdout).to.equal(`${head}\n`);
    expect(await workplace.json('audit', 'head')).to.include({ id: 6, digest: head });
    expect(await verify('--head', await digestOf(3))).to.include({ code: 0, sound: true, entries: 6, head });
  });

  const tamperings: Record<string, [sql: string, flaw: string, entry: number]> = {
    'an altered reason': ["update audit_entries set reason = 'because' where id = 5", 'altered', 5],
    'an altered first entry': ["update audit_entries set actor = 'cli:else' where id = 1", 'altered', 1],
    'an altered last entry': ['delete from audit_changes where entry_id = 6', 'altered', 6],
    'a malformed permission list': [
      `update audit_entries set requested = '["service.b' where id = 3`,
      'altered',
      3,
    ],
    'an altered permission': [
      "update audit_changes set permission = 'service.z' where entry_id = 3",
      'altered',
      3,
    ],
    'a removal turned into an addition': [
      "update audit_changes set kind = 'added' where entry_id = 3",
      'altered',
      3,
    ],
    'an altered former set': [
      `update audit_entries set "before" = '["service.admin"]' where id = 4`,
      'altered',
      4,
    ],
    'a removed entry': ['delete from audit_entries where id = 3', 'missing', 4],
    'the first entries removed': ['delete from audit_entries where id < 3', 'missing', 3],
    'a removed entry, the others renumbered': [
      `delete from audit_entries where id = 3;${RENUMBER(4, -1)}`,
      'altered',
      3,
    ],
    'an entry copied into the middle': [`${RENUMBER(3, 1)}${COPY_OF(2, 3)}`, 'altered', 3],
    'an entry copied to the end': [COPY_OF(6, 7), 'altered', 7],
    'an entry at the end without a seal': [
      `${COPY_OF(6, 7)} update audit_entries set ${NO_SEAL} where id = 7`,
      'altered',
      7,
    ],
    'an entry before the first': [COPY_OF(1, 0), 'missing', 0],
    'exchanged entries': [
      'update audit_entries set id = -3 where id = 3; update audit_entries set id = 3 where id = 4;' +
        'update audit_entries set id = 4 where id = -3',
      'altered',
      3,
    ],
    'seals removed from the first half': [`update audit_entries set ${NO_SEAL} where id < 4`, 'altered', 1],
    'another key': ["update audit_entries set key_id = 'mine' where id = 4", 'other-key', 4],
    'an unknown key': ["update audit_entries set key_id = 'mine'", 'unknown-key', 6],
    'half a signature': ['update audit_entries set key_id = null where id = 4', 'altered', 4],
    'a last entry without a signature': [
      'update audit_entries set key_id = null, signature = null where id = 6',
      'unsigned',
      6,
    ],
  };
  for (const [what, [sql, flaw, entry]] of Object.entries(tamperings)) {
    it(`finds ${what}`, async () => {
      tamper(file(), sql);
      const found = await verify();
      expect(found).to.include({ code: 1, sound: false, flaw, entry });
      expect(found.stderr).to.match(new RegExp(`^\\{"error":.*audit entry ${entry} `));
    });
  }

  it('finds an entry from a copy of the file', async () => {
    // Both continue from the same state, with the same key.
    tamper(file(), `vacuum into '${workplace.path('ops-admin.copy.db')}'`);
    await organisation.add(1, ['service.here']);
    await organisation.add(1, ['service.here.too']);
    const env = { OPS_AUTH_KEYS: 'ops-admin.keys.json', OPS_DB: 'ops-admin.copy.db' };
    await workplace.run(['permissions', 'add', 'user1@example.org', 'service.here'], { env });
    tamper(
      file(),
      `attach '${workplace.path('ops-admin.copy.db')}' as copy;
       delete from audit_entries where id = 7; delete from audit_changes where entry_id = 7;
       insert into audit_entries select * from copy.audit_entries where id = 7;
       insert into audit_changes select * from copy.audit_changes where entry_id = 7`,
    );
    expect(await verify()).to.include({ code: 1, flaw: 'misplaced', entry: 8 });
  });

  it('finds entries cut off the end by comparing with a kept digest', async () => {
    const head = await digestOf(6);
    tamper(file(), CUT_OFF(5));
    expect(await verify()).to.include({ code: 0, entries: 4 });
    const { code, stderr, stdout } = await workplace.run(['audit', 'verify', '--head', head]);
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.equal(
      'ops-admin: the audit log ends with entry 4 and does not contain the head: entries were cut off the end, or rewritten\n',
    );
    // The service continues, and its new entries hide nothing.
    await organisation.add(1, ['service.f', 'service.g']);
    await organisation.add(1, ['service.h']);
    expect(await verify()).to.include({ code: 0, entries: 6 });
    expect(await verify('--head', head)).to.include({ code: 1, flaw: 'cut-off', entry: 6 });
    tamper(file(), CUT_OFF(1));
    expect(await verify('--head', head)).to.include({ code: 1, flaw: 'cut-off', entry: 0 });
  });

  it('finds entries cut off without the counter, from the next change on', async () => {
    tamper(file(), 'delete from audit_entries where id > 4');
    await organisation.add(1, ['service.f']);
    expect(await verify()).to.include({ code: 1, flaw: 'missing', entry: 7 });
  });

  it('says so when it can check no entry', async () => {
    const head = await digestOf(6);
    tamper(file(), `update audit_entries set ${NO_SEAL}`);
    const { code, stderr } = await workplace.run(['audit', 'verify']);
    expect(code).to.equal(1);
    expect(stderr).to.include('audit entry 1 does not match its digest');
    expect((await workplace.run(['db', 'check'])).code).to.equal(1);
    expect(await verify('--head', head)).to.include({ code: 1, flaw: 'altered', entry: 1 });
  });

  it('refuses a malformed digest', async () => {
    expect(await verify('--head', 'abc')).to.include({ code: 2 });
    // One in 64 begins with a dash, and may read like other options.
    for (const start of ['-V', '-h', '--']) {
      const head = start.padEnd(43, 'x');
      expect(await verify('--head', head), head).to.include({ code: 1, sound: false });
    }
  });

  describe('with other keys', () => {
    const other = { OPS_AUTH_KEYS: 'other.keys.json' };

    it('cannot check without the key file, and creates no key file', async () => {
      const { code, stderr } = await workplace.run(['audit', 'verify'], { env: other });
      expect([code, stderr]).to.deep.equal([
        1,
        'ops-admin: cannot use the key file other.keys.json: the file does not exist; name the one that was in use in OPS_AUTH_KEYS, or restore it\n',
      ]);
      expect(existsSync(workplace.path('other.keys.json'))).to.equal(false);
    });

    it('continues with a new key only with --new-key, which writes an entry that both keys verify', async () => {
      const change = ['permissions', 'add', 'user1@example.org', 'service.x', '--new-key'];
      const first = await workplace.run(change, { env: other });
      expect(first.code).to.equal(0);
      expect(first.stderr).to.match(
        /^ops-admin: warning: with its first entry this command continues the audit log with the key [\w-]+; verifying what was before needs the public key [\w-]+\n/,
      );
      expect((await organisation.trail()).slice(-2).map(({ action }) => action)).to.deep.equal([
        'rotate',
        'add',
      ]);
      expect(await verify()).to.include({ code: 1, flaw: 'unknown-key', entry: 7 });
      const alone = await workplace.run(['audit', 'verify', '--json'], { env: other });
      expect(JSON.parse(alone.stdout)).to.include({ sound: true, entries: 8 });
      const deep = await workplace.run(['db', 'check'], { env: other });
      expect(deep.stderr).to.include('audit entry 1 is signed with a key that is not in the key file');
      const [mine, others] = await Promise.all(
        ['ops-admin.keys.json', 'other.keys.json'].map(
          async (name) =>
            (JSON.parse(await readFile(workplace.path(name), 'utf8')) as { keys: object[] }).keys,
        ),
      );
      await workplace.write('other.keys.json', { keys: [...(others ?? []), ...(mine ?? [])] });
      expect((await workplace.run(['db', 'check'], { env: other })).code).to.equal(0);
    });

    it('records in the audit log that the service continued with a new key', async () => {
      await workplace.serve(['--new-key'], other);
      expect((await organisation.trail()).at(-1)).to.include({ id: 7, action: 'rotate', userId: null });
    });
  });

  describe('with public keys alone', () => {
    const publish = async () => {
      const { stdout } = await workplace.run(['keys', 'list', '--public']);
      await workplace.write('public.json', stdout);
      await rename(workplace.path('ops-admin.keys.json'), workplace.path('kept.json'));
    };

    it('verifies the database and an export', async () => {
      const [head, early] = [await digestOf(6), await digestOf(2)];
      const { stdout } = await workplace.run(['audit', 'export']);
      await workplace.write('export.ndjson', stdout);
      await publish();
      expect(await verify()).to.include({ code: 1 });
      const set = ['--public', 'public.json'];
      expect(await verify(...set)).to.include({ code: 0, entries: 6 });
      expect(await verify('export.ndjson', ...set)).to.include({ code: 0, entries: 6, head });
      expect(await verify('export.ndjson', ...set, '--head', early)).to.include({ code: 0 });
      const none = await verify('export.ndjson', ...set, '--head', 'x'.repeat(43));
      expect(none).to.include({ code: 1, flaw: 'cut-off' });
    });

    it('finds entries missing from an export, and says that it cannot verify a filtered one', async () => {
      const { stdout } = await workplace.run(['audit', 'export', '--batch', 'run']);
      await workplace.write('some.ndjson', stdout);
      expect(await verify('some.ndjson')).to.include({ code: 0, entries: 1 });
      const { stdout: all } = await workplace.run(['audit', 'export']);
      const lines = all.split('\n').filter((line) => line !== '');
      await workplace.write('some.ndjson', `${lines.slice(2).join('\n')}\n`);
      expect(await verify('some.ndjson')).to.include({ code: 0, entries: 4, firstId: 3 });
      expect((await workplace.run(['audit', 'verify', 'some.ndjson'])).stdout).to.include(
        'they begin with entry 3: entries before it are not verified',
      );
      await workplace.write('some.ndjson', `${lines.toSpliced(2, 1).join('\n')}\n`);
      const found = await verify('some.ndjson');
      expect(found).to.include({ code: 1, flaw: 'missing', entry: 4 });
      expect(found.stderr).to.include('or a filter left them out');
    });

    it('refuses a file without a key set', async () => {
      await workplace.write('public.json', '{"keys":[]}');
      const { code, stderr } = await workplace.run(['audit', 'verify', '--public', 'public.json']);
      expect([code, stderr]).to.deep.equal([
        1,
        'ops-admin: cannot use the key file public.json: it holds no public key that verifies the audit log (OKP, Ed25519); name another file, or restore it from a backup\n',
      ]);
    });
  });
});
