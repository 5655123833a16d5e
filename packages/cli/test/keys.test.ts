import { existsSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';
import { tamper } from './tamper.ts';

const FORMER = (id?: string) =>
  `ops-admin: the key ${id} in ./ops-admin.keys.json was rotated out; copy the newest key file here, or continue with a new file: OPS_AUTH_KEYS and --new-key`;

describe('The keys of the command', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;
  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.admin.access', 'service.a'], ['service.b']);
  });
  afterEach(() => organisation.close());

  const elsewhere = { OPS_AUTH_KEYS: 'other.keys.json' };
  const change = ['permissions', 'remove', 'user1@example.org', 'service.a'];
  const held = () => organisation.held(1);
  const verified = async () => (await workplace.run(['audit', 'verify'])).code;

  describe('over an audit log with sealed entries', () => {
    const refused = {
      'a change': change,
      'an import': ['import', 'departments', 'd.json'],
      'a revert': ['audit', 'revert', '1'],
      'a link': ['users', 'link', 'user1@example.org', '--issuer', 'https://id.example', '--subject', 'x'],
      'a token': ['token', 'issue', '--user', 'user1@example.org'],
      'the service': ['serve', '--port', '0'],
    };
    for (const [what, args] of Object.entries(refused)) {
      it(`create no file for ${what}`, async () => {
        await workplace.write('d.json', []);
        const { code, stderr, stdout } = await workplace.run(args, { env: elsewhere });
        expect([code, stdout], stderr).to.deep.equal([2, '']);
        expect(stderr)
          .to.include('other.keys.json')
          .and.match(/^ops-admin: the newest audit entry, \d+, has the key [\w-]{43}, and the file /)
          .and.include('OPS_AUTH_KEYS')
          .and.include('--new-key');
        expect(existsSync(workplace.path('other.keys.json'))).to.equal(false);
        expect(await held()).to.deep.equal(['service.admin.access', 'service.a']);
      });
    }

    it('are refused for a change and the service if none of them sealed the newest entry', async () => {
      await workplace.write('u.json', []);
      await workplace.run(['import', 'users', 'u.json', '--db', 'other.db']);
      const env = { OPS_AUTH_KEYS: 'other.keys.json' };
      for (const args of [change, ['serve', '--port', '0'], ['audit', 'revert', '1']]) {
        const { code, stderr } = await workplace.run(args, { env });
        expect(code, stderr).to.equal(2);
        expect(stderr).to.match(
          /newest audit entry, \d+, has the key [\w-]{43}, and other.keys.json does not have it, or had it in use before; set OPS_AUTH_KEYS to the file .*, or .* --new-key/,
        );
      }
      expect(await held()).to.deep.equal(['service.admin.access', 'service.a']);
      expect(await verified()).to.equal(0);
    });

    it('continue with a new key only with --new-key', async () => {
      const { code, stderr } = await workplace.run([...change, '--new-key'], { env: elsewhere });
      expect([code, stderr.replace(/[\w-]{43}/g, 'KEY')]).to.deep.equal([
        0,
        'ops-admin: warning: with its first entry this command continues the audit log with the key KEY; verifying what was before needs the public key KEY\nentry 4; to undo it: ops-admin audit revert 4\n',
      ]);
      expect(await held()).to.deep.equal(['service.admin.access']);
      // One key continues after the other, which a holder of both can prove.
      const [one, other] = await Promise.all(
        ['ops-admin.keys.json', 'other.keys.json'].map(
          async (name) =>
            (JSON.parse(await readFile(workplace.path(name), 'utf8')) as { keys: object[] }).keys,
        ),
      );
      await workplace.write('ops-admin.keys.json', { keys: [...(other ?? []), ...(one ?? [])] });
      expect(await verified()).to.equal(0);
      const [rotation, changed] = (await organisation.trail()).slice(-2);
      expect(rotation).to.include({ id: 3, action: 'rotate', source: 'cli' });
      expect(changed).to.include({ id: 4, action: 'remove' });
      expect(changed?.time).to.equal(rotation?.time);
    });

    it('write nothing for --new-key if the command is refused or changes nothing', async () => {
      await workplace.write('bad.json', [{ name: '' }]);
      await workplace.write('u.csv', 'user,permission\nnobody@example.org,service.a\n');
      const cases: readonly (readonly [code: number, args: readonly string[], env?: object])[] = [
        [2, ['permissions', 'remove', 'user1@example.org', 'service.admin.access']],
        [2, change, { OPS_REASON_REQUIRED: 'T-[0-9]+' }],
        [2, ['permissions', 'add', 'user1@example.org', 'no permission']],
        [2, ['import', 'departments', 'bad.json']],
        [2, ['users', 'create', 'user2@example.org', '--name', 'Twin']],
        [2, ['users', 'erase', 'user1@example.org', '--yes']],
        [2, ['serve', '--demo', '--port', '0']],
        [3, ['permissions', 'remove', 'nobody@example.org', 'service.a']],
        [3, ['departments', 'delete', 'nowhere']],
        [4, ['permissions', 'remove', '--file', 'u.csv']],
        [0, ['users', 'activate', 'user1@example.org']],
        [0, ['token', 'issue', '--user', 'user1@example.org']],
      ];
      for (const [expected, args, env] of cases) {
        const { code, stderr } = await workplace.run([...args, '--new-key'], {
          env: { ...elsewhere, ...env },
        });
        expect(code, `${args.join(' ')}: ${stderr}`).to.equal(expected);
        expect(await organisation.trail(), args.join(' ')).to.have.length(2);
      }
      expect(await held()).to.deep.equal(['service.admin.access', 'service.a']);
      expect(await verified()).to.equal(0);
    });

    it('continue for --new-key in the transaction of the first entry, for many users, an import and a service', async () => {
      const last = async (actions: readonly string[]) => {
        const trail = await organisation.trail();
        expect(trail.slice(-actions.length).map(({ action }) => action)).to.deep.equal(actions);
      };
      await workplace.write('d.json', [
        { code: 'N', name: 'North' },
        { code: 'S', name: 'South' },
      ]);
      const runs = [
        [
          ['import', 'departments', 'd.json'],
          ['rotate', 'department', 'department'],
        ],
        [
          ['permissions', 'add', '--all-users', 'service.z', '--yes'],
          ['rotate', 'add', 'add'],
        ],
        [
          ['audit', 'revert', '1', '--force'],
          ['rotate', 'revert'],
        ],
      ] as const;
      for (const [n, [args, actions]] of runs.entries()) {
        const env = { OPS_AUTH_KEYS: `${n}.keys.json` };
        const { code, stderr } = await workplace.run([...args, '--new-key'], { env });
        expect(code, `${args.join(' ')}: ${stderr}`).to.equal(0);
        await last(actions);
      }
      const env = { OPS_AUTH_KEYS: 'served.keys.json' };
      const { url } = await workplace.serve(['--new-key'], env);
      await last(['revert', 'rotate']);
      const issued = await workplace.run(['token', 'issue', '--user', 'user2@example.org', '--new-key'], {
        env,
      });
      await workplace.run(['permissions', 'add', 'user2@example.org', 'service.admin.access', '--new-key'], {
        env,
      });
      await last(['rotate', 'add']);
      const response = await fetch(`${url}/user/add-permissions`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${issued.stdout.trim()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ payload: { userId: anId(2), permissions: ['service.x'] } }),
      });
      expect(response.status).to.equal(200);
      await last(['rotate', 'add', 'add']);
    });

    it('do not continue after the newest entry was removed or, even with --new-key, altered', async () => {
      await organisation.add(2, ['service.c']);
      const file = workplace.path('ops-admin.db');
      const takenOver = [...change, '--new-key'];
      tamper(file, "update audit_entries set actor = 'cli:else' where id = 3");
      const { code, stderr } = await workplace.run(takenOver, { env: elsewhere });
      expect([code, stderr.includes('fails verification')], stderr).to.deep.equal([2, true]);
      expect(await organisation.trail()).to.have.length(3);
      tamper(file, 'delete from audit_changes where entry_id = 3; delete from audit_entries where id = 3');
      for (const [args, env] of [
        [takenOver, elsewhere],
        [['keys', 'add'], {}],
        [['keys', 'rotate'], {}],
      ] as const) {
        const { code, stderr } = await workplace.run(args, { env });
        expect(code, `${args.join(' ')}: ${stderr}`).to.equal(args[1] === 'add' ? 0 : 1);
        expect(await organisation.trail(), args.join(' ')).to.have.length(2);
      }
      expect(await held()).to.deep.equal(['service.admin.access', 'service.a']);
    });
  });

  it('are neither created nor needed by commands that only read, including dry runs', async () => {
    await rename(workplace.path('ops-admin.keys.json'), workplace.path('kept.json'));
    const reads = [
      ['users', 'list'],
      ['users', 'show', 'user1@example.org'],
      ['permissions', 'list', 'user1@example.org'],
      ['audit', 'list'],
      ['audit', 'show', '1'],
      ['audit', 'head'],
      ['audit', 'export'],
      ['departments', 'list'],
      [...change, '--dry-run'],
      ['permissions', 'remove', '--all-users', 'service.a', '--dry-run'],
      ['audit', 'revert', '1', '--dry-run', '--force'],
    ];
    for (const args of reads) {
      const { code, stderr } = await workplace.run(args);
      expect(code, `${args.join(' ')}: ${stderr}`).to.equal(0);
      expect(stderr, args.join(' ')).to.not.include('is sealed');
      expect(existsSync(workplace.path('ops-admin.keys.json')), args.join(' ')).to.equal(false);
    }
  });
});

describe('ops-admin keys', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;
  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.admin.access', 'service.a'], ['service.b']);
  });
  afterEach(() => organisation.close());

  interface Key {
    readonly id: string;
    readonly kind: 'sign' | 'seal';
    readonly inUse: boolean;
    readonly withdrawn: boolean;
    readonly ended?: { readonly entry: number; readonly time: string };
  }
  const list = async () => (await workplace.json('keys', 'list')) as Key[];
  const inUse = (keys: readonly Key[]) => keys.filter((key) => key.inUse).map(({ id }) => id);
  const content = () => readFile(workplace.path('ops-admin.keys.json'), 'utf8');
  /** Key files that other users can read are refused. */
  const keep = async (name: string, text: string) => {
    await writeFile(workplace.path(name), text, { mode: 0o600 });
  };
  const change = (verb: string) =>
    workplace.run(['permissions', verb, 'user2@example.org', 'service.b', '--json']);
  const keyOfNewest = async () => (await organisation.trail()).at(-1)?.seal.keyId;

  it('list names the keys in use, and shows no secret', async () => {
    const keys = await list();
    expect(keys.map(({ inUse: is, kind }) => [kind, is])).to.deep.equal([
      ['sign', true],
      ['seal', true],
    ]);
    const { stdout } = await workplace.run(['keys', 'list']);
    expect(stdout).to.match(/^ID +KIND +IN USE\n[\w-]{43} +sign +yes\n[\w-]{43} +seal +yes\n$/);
    const file = JSON.parse(await content()) as { keys: { d: string }[] };
    const shown = ['keys', 'list', '--public'];
    for (const args of [shown.slice(0, 2), [...shown.slice(0, 2), '--json'], shown]) {
      const { stdout: text } = await workplace.run(args);
      for (const { d } of file.keys) expect(text).to.not.include(d);
    }
    const set = (await workplace.json(...shown)) as { keys: { kid: string; d?: string }[] };
    expect(set.keys.map(({ d, kid }) => [kid, d])).to.deep.equal(keys.map(({ id }) => [id, undefined]));
  });

  it('add creates pairs that only verify, and rotate puts them in use with an entry', async () => {
    const before = await list();
    const added = (await workplace.json('keys', 'add')) as Key[];
    expect(added).to.have.length(4);
    expect(added.slice(0, 2)).to.deep.equal(before);
    expect(inUse(added)).to.deep.equal(inUse(before));
    await change('remove');
    expect(await keyOfNewest()).to.equal(inUse(before)[1]);

    const args = ['keys', 'rotate', '--reason', 'leaked', '--actor', 'root'];
    const rotated = (await workplace.json(...args)) as Key[];
    const entry = (await organisation.trail()).at(-1);
    expect(entry).to.include({ action: 'rotate', actor: 'cli:root', reason: 'leaked', userId: null });
    expect(entry?.requested).to.deep.equal([inUse(before)[1], inUse(rotated)[1]]);
    expect(new Set(rotated.map(({ id }) => id))).to.deep.equal(new Set(added.map(({ id }) => id)));
    const next = added.filter((key) => !key.inUse).map(({ id }) => id);
    expect(inUse(rotated)).to.deep.equal(next);
    expect((await change('add')).stderr).to.match(/^entry \d+; to undo it: .*\n$/);
    expect(await keyOfNewest()).to.equal(next[1]);
    expect((await workplace.run(['audit', 'verify'])).code).to.equal(0);
    expect((statSync(workplace.path('ops-admin.keys.json')).mode & 0o777).toString(8)).to.equal('600');
  });

  it('rotate requires a key newer than those in use, and says how to add one', async () => {
    const refusal = [
      2,
      'ops-admin: no key in ./ops-admin.keys.json is newer than those in use; run ops-admin keys add first\n',
    ];
    const rotate = async () => {
      const { code, stderr } = await workplace.run(['keys', 'rotate']);
      return [code, stderr];
    };
    expect(await rotate()).to.deep.equal(refusal);
    await workplace.run(['keys', 'add']);
    const text = await content();
    expect(await rotate()).to.deep.equal([0, '']);
    expect(await content()).to.not.equal(text);
    // Never back to the one from before.
    expect(await rotate()).to.deep.equal(refusal);
  });

  it('rotate completes an interrupted rotation: the entry exists, and the file is unchanged', async () => {
    await workplace.run(['keys', 'add']);
    const text = await content();
    await workplace.run(['keys', 'rotate']);
    const { length } = await organisation.trail();
    await workplace.write('ops-admin.keys.json', text);
    const refused = await change('remove');
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.include('has another one in use: run ops-admin keys rotate');
    expect((await workplace.run(['serve', '--port', '0'])).code).to.equal(2);
    expect((await workplace.run(['audit', 'verify'])).stderr).to.include('take the newest key file');
    expect((await workplace.run(['keys', 'rotate'])).code).to.equal(0);
    expect(await organisation.trail()).to.have.length(length);
    expect((await workplace.run(['audit', 'verify'])).code).to.equal(0);
    expect((await workplace.run(['audit', 'revert', `${length}`, '--json'])).stdout).to.include(
      'nothing-left',
    );
  });

  it('rotate writes nothing where it ends with 2, also if two commands rotate concurrently', async () => {
    for (let round = 0; round < 3; round++) {
      await workplace.run(['keys', 'add']);
      const { length } = await organisation.trail();
      const ended = await Promise.all(
        ['one', 'other'].map(async (actor) => {
          const { code } = await workplace.run(['keys', 'rotate', '--actor', actor]);
          return { actor: `cli:${actor}`, code };
        }),
      );
      const written = (await organisation.trail()).slice(length);
      expect(written.map(({ action }) => action)).to.deep.equal(['rotate']);
      expect(ended.find(({ actor }) => actor === written[0]?.actor)?.code).to.equal(0);
      expect((await workplace.run(['audit', 'verify'])).code).to.equal(0);
    }
  });

  it('never return to an earlier key, neither by rotate nor by --new-key', async () => {
    const first = await content();
    await workplace.run(['keys', 'add']);
    await workplace.run(['keys', 'rotate']);
    const { length } = await organisation.trail();
    await workplace.write('ops-admin.keys.json', first);
    for (const args of [
      ['keys', 'rotate'],
      ['permissions', 'add', 'user2@example.org', 'service.x', '--new-key'],
    ]) {
      const { code, stderr } = await workplace.run(args);
      expect([code, stderr.split('\n').at(-2)]).to.deep.equal([2, FORMER(inUse(await list())[1])]);
    }
    expect(await organisation.trail()).to.have.length(length);
    // The end cannot be verified here: only another key continues, on request.
    await workplace.run(['keys', 'add']);
    const { code, stderr } = await workplace.run(['keys', 'rotate']);
    expect([code, stderr.includes('is not in the key file')], stderr).to.deep.equal([2, true]);
    expect(await organisation.trail()).to.have.length(length);
    const fresh = { env: { OPS_AUTH_KEYS: 'fresh.json' } };
    const remove = ['permissions', 'remove', 'user2@example.org', 'service.b', '--new-key'];
    expect((await workplace.run(remove, fresh)).code).to.equal(0);
  });

  it('rotated out after a leak cannot forge anything', async () => {
    const leaked = await content();
    const copy = () => tamper(workplace.path('ops-admin.db'), `vacuum into '${workplace.path('before.db')}'`);
    copy();
    await workplace.run(['keys', 'add']);
    await workplace.run(['keys', 'rotate']);
    await keep('kept.json', await content());
    const head = ((await workplace.json('audit', 'head')) as { digest: string }).digest;
    await keep('leaked.json', leaked);
    const forger = { OPS_AUTH_KEYS: 'leaked.json' };
    const forge = ['permissions', 'add', 'user2@example.org', 'service.admin.access'];
    // The command refuses, so the forger takes the audit log from before the rotation, and continues with the former key.
    expect((await workplace.run(forge, { env: forger })).code).to.equal(2);
    expect((await workplace.run([...forge, '--db', 'before.db'], { env: forger })).code).to.equal(0);
    for (const args of [
      ['audit', 'verify'],
      ['audit', 'verify', '--head', head],
      ['db', 'check'],
    ]) {
      const { code, stderr } = await workplace.run([...args, '--db', 'before.db'], {
        env: { OPS_AUTH_KEYS: 'kept.json' },
      });
      expect([code, /was not in use there|does not contain the head/.test(stderr)], stderr).to.deep.equal([
        1,
        true,
      ]);
    }
    const serve = await workplace.run(['serve', '--port', '0', '--db', 'before.db'], {
      env: { OPS_AUTH_KEYS: 'kept.json' },
    });
    expect(serve.code, serve.stderr).to.equal(2);
  });

  it('confirm no entry forged with a former key, by rotate or by --new-key', async () => {
    const leaked = await content();
    tamper(workplace.path('ops-admin.db'), `vacuum into '${workplace.path('before.db')}'`);
    await workplace.run(['keys', 'add']);
    await workplace.run(['keys', 'rotate']);
    const former = (await list()).find(({ ended, kind }) => kind === 'seal' && ended !== undefined);
    expect(former?.ended?.entry).to.equal((await organisation.trail()).at(-1)?.id);
    expect((await workplace.run(['keys', 'withdraw', former?.id ?? ''])).code).to.equal(0);
    await keep('leaked.json', leaked);
    const forge = ['permissions', 'add', 'user2@example.org', 'service.admin.access', '--db', 'before.db'];
    expect((await workplace.run(forge, { env: { OPS_AUTH_KEYS: 'leaked.json' } })).code).to.equal(0);
    const forged = (await workplace.run(['audit', 'export', '--db', 'before.db'])).stdout;
    const keysBefore = await content();
    const kept = { env: { OPS_AUTH_KEYS: 'ops-admin.keys.json' } };
    for (const args of [
      ['keys', 'rotate', '--db', 'before.db'],
      ['permissions', 'remove', 'user1@example.org', 'service.a', '--new-key', '--db', 'before.db'],
    ]) {
      const { code, stderr } = await workplace.run(args, kept);
      expect([code, stderr.includes('which is not in use')], stderr).to.deep.equal([2, true]);
    }
    expect(await content()).to.equal(keysBefore);
    await workplace.run(['keys', 'add']);
    expect((await workplace.run(['keys', 'rotate', '--db', 'before.db'], kept)).code).to.equal(2);
    expect((await workplace.run(['audit', 'export', '--db', 'before.db'])).stdout).to.equal(forged);
    expect((await workplace.run(['audit', 'verify', '--db', 'before.db'], kept)).code).to.equal(1);
  });

  it('verify the newest entry before a rotation: they do not confirm an altered one', async () => {
    await workplace.run(['keys', 'add']);
    const before = (await organisation.trail()).length;
    tamper(
      workplace.path('ops-admin.db'),
      "update audit_entries set actor = 'cli:else' where id = (select max(id) from audit_entries)",
    );
    const { code, stderr } = await workplace.run(['keys', 'rotate']);
    expect([code, stderr.includes('fails verification')], stderr).to.deep.equal([2, true]);
    expect(await organisation.trail()).to.have.length(before);
  });

  it('state the end of a key in the public set, after which no export proves its entries', async () => {
    const first = await content();
    await change('remove');
    await workplace.run(['keys', 'add']);
    const unused = (await list()).findLast(({ kind }) => kind === 'seal')?.id ?? '';
    await workplace.run(['keys', 'withdraw', unused]);
    await workplace.run(['keys', 'add']);
    await workplace.run(['keys', 'rotate']);
    await change('add');
    const old = inUse(JSON.parse(JSON.stringify(await list())));
    const trail = await organisation.trail();
    const rotation = trail.find(({ action }) => action === 'rotate');
    const set = (await workplace.json('keys', 'list', '--public')) as {
      keys: { kid: string; kty: string; d?: string; ended?: object }[];
    };
    const [oldKey, newKey] = rotation?.requested ?? [];
    expect(set.keys.find(({ kid }) => kid === oldKey)?.ended).to.deep.equal({
      entry: rotation?.id,
      time: rotation?.time,
    });
    expect(set.keys.find(({ kid }) => kid === unused)?.ended).to.include({ entry: 0 });
    expect(set.keys.find(({ kid }) => kid === newKey)).to.not.have.property('ended');
    expect(set.keys.every(({ d }) => d === undefined)).to.equal(true);
    expect(old).to.have.length(2);
    await writeFile(workplace.path('public.json'), `\uFEFF${JSON.stringify(set)}`);
    await writeFile(workplace.path('export.ndjson'), (await workplace.run(['audit', 'export'])).stdout);
    const verify = async (file: string) =>
      await workplace.run(['audit', 'verify', file, '--public', 'public.json', '--json']);
    const sound = await verify('export.ndjson');
    expect(sound.code, sound.stderr).to.equal(0);
    expect(JSON.parse(sound.stdout).keys).to.deep.equal([
      { id: oldKey, firstId: 1, lastId: (rotation?.id ?? 0) - 1 },
      { id: newKey, firstId: rotation?.id, lastId: trail.length },
    ]);
    const printed = await workplace.run(['audit', 'verify', 'export.ndjson', '--public', 'public.json']);
    expect(printed.stdout)
      .to.include(`entries 1 to ${(rotation?.id ?? 0) - 1} are signed with the key ${oldKey}\n`)
      .and.include(`entries ${rotation?.id} to ${trail.length} are signed with the key ${newKey}\n`);
    // Today, with the former key: a log of its own that begins where the export does not.
    await keep('former.json', first);
    const users = Array.from({ length: trail.length + 2 }, (_, n) => ({
      _id: anId(100 + n),
      emails: [`u${n}@example.org`],
      personalInformation: { firstName: 'U', lastName: `${n}`, name: `U ${n}` },
      permissions: [],
    }));
    await workplace.write('u.json', users);
    const former = { env: { OPS_AUTH_KEYS: 'former.json' } };
    await workplace.run(['import', 'users', 'u.json', '--db', 'forged.db'], former);
    const all = (await workplace.run(['audit', 'export', '--db', 'forged.db'], former)).stdout;
    const late = all.split('\n').filter((line) => line !== '' && JSON.parse(line).id >= (rotation?.id ?? 0));
    await writeFile(workplace.path('forged.ndjson'), `${late.join('\n')}\n`);
    const { code, stderr } = await verify('forged.ndjson');
    expect([code, stderr.includes('was not in use there')], stderr).to.deep.equal([1, true]);
  });

  it('are not needed to read and verify; a command that changes data says why it needs them', async () => {
    await workplace.run(['keys', 'add']);
    await workplace.run(['keys', 'rotate']);
    const set = JSON.stringify(await workplace.json('keys', 'list', '--public'));
    await writeFile(workplace.path('public.json'), set);
    const publicAlone = { env: { OPS_AUTH_KEYS: 'public.json' } };
    const whole = await content();
    await rename(workplace.path('ops-admin.keys.json'), workplace.path('kept.json'));
    for (const args of [
      ['audit', 'verify'],
      ['db', 'check'],
      ['users', 'list'],
      ['db', 'backup', 'copy.db'],
      ['db', 'copy', '--from', 'ops-admin.db', '--to', 'other.db'],
      ['permissions', 'remove', 'user1@example.org', 'service.a', '--dry-run'],
    ]) {
      const { code, stderr } = await workplace.run(args, publicAlone);
      expect(code, `${args.join(' ')}: ${stderr}`).to.equal(0);
    }
    for (const args of [
      ['db', 'check', '--public', 'public.json'],
      ['audit', 'verify', '--public', 'public.json'],
    ]) {
      const { code, stderr } = await workplace.run(args);
      expect(code, `${args.join(' ')}: ${stderr}`).to.equal(0);
    }
    const before = (await organisation.trail()).length;
    for (const args of [
      ['permissions', 'remove', 'user1@example.org', 'service.a'],
      ['permissions', 'remove', 'user1@example.org', 'service.a', '--new-key'],
      ['keys', 'add'],
      ['keys', 'rotate'],
      ['keys', 'withdraw', 'x'],
      ['token', 'issue', '--user', 'user1@example.org'],
      ['serve', '--port', '0'],
    ]) {
      await keep('public.json', set);
      const { code, stderr } = await workplace.run(args, publicAlone);
      expect(
        [code, stderr.includes('holds public keys alone')],
        `${args.join(' ')}: ${stderr}`,
      ).to.deep.equal([2, true]);
      expect(await readFile(workplace.path('public.json'), 'utf8')).to.equal(set);
    }
    expect(await organisation.trail()).to.have.length(before);
    await keep('ops-admin.keys.json', whole);
  });

  it('withdraw removes keys no longer in use, whose tokens are refused immediately', async () => {
    const run = async (...args: string[]) => (await workplace.run(['keys', ...args])).code;
    const before = await list();
    const token = (await workplace.run(['token', 'issue', '--user', 'user1@example.org'])).stdout.trim();
    const { url } = await workplace.serve();
    const ask = async () =>
      (await fetch(`${url}/auth/session`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await ask()).to.equal(200);
    for (const { id } of before) expect(await run('withdraw', id)).to.equal(2);
    expect(await run('withdraw', 'none')).to.equal(3);
    await run('add');
    await run('rotate');
    expect(await ask()).to.equal(200);
    for (const { id } of before) expect(await run('withdraw', id)).to.equal(0);
    await until(async () => (await ask()) === 401, 'a refused token');
    const [, seal] = before;
    expect((await list()).filter(({ withdrawn }) => withdrawn).map(({ id }) => id)).to.deep.equal([seal?.id]);
    expect((await workplace.run(['audit', 'verify'])).code).to.equal(0);
  });

  it('missing from an instance make it answer 503 until it has them', async () => {
    const token = (await workplace.run(['token', 'issue', '--user', 'user1@example.org'])).stdout.trim();
    const old = await content();
    await keep('behind.json', old);
    const { url } = await workplace.serve([], { OPS_AUTH_KEYS: 'behind.json' });
    const ask = async () => {
      const response = await fetch(`${url}/user/add-permissions`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ payload: { userId: anId(2), permissions: ['service.x'] } }),
      });
      return response.status;
    };
    await workplace.run(['keys', 'add']);
    await workplace.run(['keys', 'rotate']);
    const { length } = await organisation.trail();
    expect([await ask(), await ask()]).to.deep.equal([503, 503]);
    expect(await organisation.trail()).to.have.length(length);
    await workplace.write('behind.json', await content());
    expect(await ask()).to.equal(200);
    // A former key is first again: nothing continues, even if the newer key is in the file.
    const { keys } = JSON.parse(await content());
    const [sign, seal, ...former] = keys;
    await workplace.write('behind.json', JSON.stringify({ keys: [...former, sign, seal] }));
    await until(async () => (await ask()) === 503, 'a refusal');
    const { length: before } = await organisation.trail();
    expect(await ask()).to.equal(503);
    expect(await organisation.trail()).to.have.length(before);
    await workplace.write('behind.json', await content());
    expect(await ask()).to.equal(200);
    expect((await workplace.run(['audit', 'verify'])).code).to.equal(0);
  });

  for (const verb of ['list', 'add', 'rotate', 'withdraw']) {
    it(`${verb} creates no file`, async () => {
      const { code, stderr } = await workplace.run([
        'keys',
        verb,
        ...(verb === 'withdraw' ? ['id'] : []),
        '--db',
        'other.db',
      ]);
      expect(code).to.equal(2);
      expect(stderr).to.match(/other.keys.json: the file does not exist/);
      expect(existsSync(workplace.path('other.keys.json'))).to.equal(false);
      expect(existsSync(workplace.path('other.db'))).to.equal(false);
    });
  }

  it('are reloaded by a running service, and earlier tokens stay valid', async () => {
    const token = async () =>
      (await workplace.run(['token', 'issue', '--user', 'user1@example.org'])).stdout.trim();
    const old = await token();
    const { url, log } = await workplace.serve();
    const ask = async (by: string, verb: string) => {
      const response = await fetch(`${url}/user/${verb}-permissions`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
        body: JSON.stringify({ payload: { userId: anId(2), permissions: ['service.b'] } }),
      });
      return response.status;
    };
    expect(await ask(old, 'remove')).to.equal(200);
    await workplace.run(['keys', 'add']);
    const [, seal] = inUse((await workplace.json('keys', 'rotate')) as Key[]);
    // Immediately: the caller that has just rotated signs with the new pair.
    const fresh = await token();
    expect(await ask(fresh, 'add')).to.equal(200);
    expect(await ask(old, 'remove')).to.equal(200);
    await until(async () => {
      for (const verb of ['add', 'remove']) expect(await ask(fresh, verb)).to.equal(200);
      return (await keyOfNewest()) === seal;
    }, 'an entry that is sealed with the new secret');
    expect((await workplace.run(['audit', 'verify'])).code).to.equal(0);
    // A file that cannot be used leaves what there is.
    const text = await content();
    await workplace.write('ops-admin.keys.json', '{');
    await until(() => log().includes('stay in use'), 'a line of the log');
    expect(await ask(fresh, 'remove')).to.equal(200);
    // A pair that is taken out ends its tokens, also those that were seen.
    const { keys } = JSON.parse(text) as { keys: { kid: string }[] };
    const gone = JSON.parse(Buffer.from(old.split('.')[0] ?? '', 'base64url').toString()) as { kid: string };
    await workplace.write('ops-admin.keys.json', { keys: keys.filter(({ kid }) => kid !== gone.kid) });
    await until(async () => (await ask(old, 'add')) !== 200, 'a token that is refused');
    expect([await ask(old, 'add'), await ask(fresh, 'add')]).to.deep.equal([401, 200]);
  });
});
