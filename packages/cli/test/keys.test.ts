import { existsSync, statSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { anId } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';
import { tamper } from './tamper.ts';

describe('The keys of the command', function () {
  this.timeout(10_000);
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

  describe('over a trail with sealed entries', () => {
    const refused = {
      'a change': change,
      'an import': ['import', 'departments', 'd.json'],
      'a revert': ['audit', 'revert', '1'],
      'a link': ['users', 'link', 'user1@example.org', '--issuer', 'https://id.example', '--subject', 'x'],
      'a token': ['token', 'issue', '--user', 'user1@example.org'],
      'the service': ['serve', '--port', '0'],
    };
    for (const [what, args] of Object.entries(refused)) {
      it(`make no file for ${what}`, async () => {
        await workplace.write('d.json', []);
        const { code, stderr, stdout } = await workplace.run(args, { env: elsewhere });
        expect([code, stdout], stderr).to.deep.equal([2, '']);
        expect(stderr)
          .to.include('other.keys.json')
          .and.match(
            /^ops-admin: the newest sealed audit entry, \d+, has the key audit-\w+, and there is no file /,
          )
          .and.include('OPS_AUTH_KEYS')
          .and.include('--new-key');
        expect(existsSync(workplace.path('other.keys.json'))).to.equal(false);
        expect(await held()).to.deep.equal(['service.admin.access', 'service.a']);
      });
    }

    it('refuse a change and the service where none of them sealed the newest entry', async () => {
      await workplace.write('u.json', []);
      await workplace.run(['import', 'users', 'u.json', '--db', 'other.db']);
      const env = { OPS_AUTH_KEYS: 'other.keys.json' };
      for (const args of [change, ['serve', '--port', '0'], ['audit', 'revert', '1']]) {
        const { code, stderr } = await workplace.run(args, { env });
        expect(code, stderr).to.equal(2);
        expect(stderr).to.match(
          /newest sealed audit entry, \d+, has the key audit-\w+, and it is not in other.keys.json; set OPS_AUTH_KEYS to the file .*, or .* --new-key/,
        );
      }
      expect(await held()).to.deep.equal(['service.admin.access', 'service.a']);
      expect(await verified()).to.equal(0);
    });

    it('go on with others for whoever says --new-key', async () => {
      const { code, stderr } = await workplace.run([...change, '--new-key'], { env: elsewhere });
      expect([code, stderr.replace(/audit-\w+/, 'KEY')]).to.deep.equal([
        0,
        'ops-admin: warning: the newest audit entry, 2, is sealed with the key KEY, which is not in the key file; is OPS_AUTH_KEYS right?\n',
      ]);
      expect(await held()).to.deep.equal(['service.admin.access']);
      // The one key goes on from the other, and who has both can prove it.
      const [one, other] = await Promise.all(
        ['ops-admin.keys.json', 'other.keys.json'].map(
          async (name) =>
            (JSON.parse(await readFile(workplace.path(name), 'utf8')) as { keys: object[] }).keys,
        ),
      );
      await workplace.write('ops-admin.keys.json', { keys: [...(one ?? []), ...(other ?? [])] });
      expect(await verified()).to.equal(0);
    });

    it('look at the newest sealed entry, also where unsealed ones follow it', async () => {
      tamper(
        workplace.path('ops-admin.db'),
        'update audit_entries set previous = null, digest = null, key_id = null where id = 2',
      );
      const { code, stderr } = await workplace.run(change, { env: elsewhere });
      expect(code, stderr).to.equal(2);
      expect(stderr).to.include('audit entry, 1, has the key');
    });

    it('are made for a trail without any', async () => {
      tamper(
        workplace.path('ops-admin.db'),
        'update audit_entries set previous = null, digest = null, key_id = null',
      );
      const { code, stderr } = await workplace.run(change, { env: elsewhere });
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(existsSync(workplace.path('other.keys.json'))).to.equal(true);
    });
  });

  it('are neither made nor needed by what only reads, a dry run among them', async () => {
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

describe('ops-admin keys', function () {
  this.timeout(20_000);
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
  }
  const list = async () => (await workplace.json('keys', 'list')) as Key[];
  const inUse = (keys: readonly Key[]) => keys.filter((key) => key.inUse).map(({ id }) => id);
  const content = () => readFile(workplace.path('ops-admin.keys.json'), 'utf8');
  const change = (verb: string) =>
    workplace.run(['permissions', verb, 'user2@example.org', 'service.b', '--json']);
  const keyOfNewest = async () => (await organisation.trail()).at(-1)?.seal?.keyId;

  it('list names what is in use, and shows no secret', async () => {
    const keys = await list();
    expect(keys.map(({ inUse: is, kind }) => [kind, is])).to.deep.equal([
      ['sign', true],
      ['seal', true],
    ]);
    const { stdout } = await workplace.run(['keys', 'list']);
    expect(stdout).to.match(/^ID +KIND +IN USE\n[\w-]{43} +sign +yes\naudit-\w{12} +seal +yes\n$/);
    const file = JSON.parse(await content()) as { keys: { d?: string; k?: string }[] };
    for (const { d, k } of file.keys) expect(stdout).to.not.include(d ?? k);
    expect((await workplace.run(['keys', 'list', '--json'])).stdout).to.not.include('"k"');
  });

  it('add gives a pair and a secret that only check, and rotate puts them in use', async () => {
    const before = await list();
    const added = (await workplace.json('keys', 'add')) as Key[];
    expect(added).to.have.length(4);
    expect(added.slice(0, 2)).to.deep.equal(before);
    expect(inUse(added)).to.deep.equal(inUse(before));
    await change('remove');
    expect(await keyOfNewest()).to.equal(inUse(before)[1]);

    const rotated = (await workplace.json('keys', 'rotate')) as Key[];
    expect(new Set(rotated.map(({ id }) => id))).to.deep.equal(new Set(added.map(({ id }) => id)));
    const next = added.filter((key) => !key.inUse).map(({ id }) => id);
    expect(inUse(rotated)).to.deep.equal(next);
    expect((await change('add')).stderr).to.equal('');
    expect(await keyOfNewest()).to.equal(next[1]);
    expect((await workplace.run(['audit', 'verify'])).code).to.equal(0);
    expect((statSync(workplace.path('ops-admin.keys.json')).mode & 0o777).toString(8)).to.equal('600');
  });

  it('rotate wants a key that is newer than those in use, and says how to get one', async () => {
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

  for (const verb of ['list', 'add', 'rotate']) {
    it(`${verb} makes no file`, async () => {
      const { code, stderr } = await workplace.run(['keys', verb, '--db', 'other.db']);
      expect(code).to.equal(2);
      expect(stderr).to.match(/other.keys.json: there is no such file/);
      expect(existsSync(workplace.path('other.keys.json'))).to.equal(false);
      expect(existsSync(workplace.path('other.db'))).to.equal(false);
    });
  }

  it('are taken up by a running service, whose tokens from before stay valid', async () => {
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
    // At once: whoever has just rotated signs with the new pair.
    const fresh = await token();
    expect(await ask(fresh, 'add')).to.equal(200);
    expect(await ask(old, 'remove')).to.equal(200);
    for (let n = 0; n < 50 && (await keyOfNewest()) !== seal; n++) {
      await sleep(100);
      expect(await ask(fresh, n % 2 === 0 ? 'add' : 'remove')).to.equal(200);
    }
    expect(await keyOfNewest()).to.equal(seal);
    expect((await workplace.run(['audit', 'verify'])).code).to.equal(0);
    // A file that cannot be used leaves what there is.
    const text = await content();
    await workplace.write('ops-admin.keys.json', '{');
    for (let n = 0; n < 50 && !log().includes('stay in use'); n++) await sleep(100);
    expect(log()).to.include('stay in use');
    expect(await ask(fresh, 'remove')).to.equal(200);
    // A pair that is taken out ends its tokens, also those that were seen.
    const { keys } = JSON.parse(text) as { keys: { kid: string }[] };
    const gone = JSON.parse(Buffer.from(old.split('.')[0] ?? '', 'base64url').toString()) as { kid: string };
    await workplace.write('ops-admin.keys.json', { keys: keys.filter(({ kid }) => kid !== gone.kid) });
    for (let n = 0; n < 50 && (await ask(old, 'add')) === 200; n++) await sleep(100);
    expect([await ask(old, 'add'), await ask(fresh, 'add')]).to.deep.equal([401, 200]);
  });
});
