import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  addKeys,
  type KeyFile,
  listPublicKeys,
  openKeyFile,
  openPublicKeys,
  rotateKeys,
  withdrawKey,
} from '@ops-admin/adapter-auth-jose/key-file';
import { expect } from 'chai';

describe('openKeyFile', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-keys-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = () => join(folder, 'keys.json');
  const open = () => openKeyFile(file())._unsafeUnwrap();
  const message = () => openKeyFile(file())._unsafeUnwrapErr().message;
  const content = () => JSON.parse(readFileSync(file(), 'utf8')) as { keys: Record<string, unknown>[] };
  const write = (keys: unknown) => writeFileSync(file(), JSON.stringify({ keys }), { mode: 0o600 });

  it('creates a file that only its owner can read, and reads it again', () => {
    const made = open();
    expect(statSync(file()).mode & 0o777).to.equal(0o600);
    expect(readdirSync(folder)).to.deep.equal(['keys.json']);
    const read = open();
    expect(read.signing.kid).to.equal(made.signing.kid);
    expect(read.signing.privateKey.equals(made.signing.privateKey)).to.equal(true);
    expect(read.trailSigner.keyId).to.equal(made.trailSigner.keyId);
    expect(sealedBy(read)).to.equal(sealedBy(made));
  });

  /** What the key in use makes of a text, or another one. */
  const sealedBy = ({ trailSigner }: KeyFile, keyId = trailSigner.keyId) => trailSigner.sign(keyId, 'x');

  it('seals with its own key in every file, which its public half verifies', async () => {
    const one = open();
    const set = join(folder, 'public.json');
    writeFileSync(set, JSON.stringify(listPublicKeys(file())._unsafeUnwrap()));
    expect(readFileSync(set, 'utf8')).to.not.include('"d"');
    rmSync(file());
    const other = open();
    const { keyId } = one.trailSigner;
    expect(other.trailSigner.keyId).to.not.equal(keyId);
    expect(sealedBy(other, keyId)).to.equal(undefined);
    const signature = sealedBy(one) as string;
    expect(signature).to.match(/^[\w-]{86}$/);
    const verifier = openPublicKeys(set)._unsafeUnwrap();
    expect(verifier.keyId).to.equal(keyId);
    expect(await verifier.verify(keyId, 'x', signature)).to.equal(true);
    expect(await other.trailVerifier.verify(keyId, 'x', signature)).to.equal(undefined);
    expect(await verifier.verify(keyId, 'y', signature)).to.equal(false);
    // Its last letter has four bits that say nothing.
    for (const wrong of [
      '',
      'A'.repeat(86),
      `${signature.slice(0, -1)}B`,
      `${signature}=`,
      ` ${signature}`,
    ]) {
      expect(await verifier.verify(keyId, 'x', wrong), wrong).to.equal(false);
    }
  });

  it('computes digests of the UTF-8 of texts', () => {
    const { trailSigner, trailVerifier } = open();
    // The SHA-256 of "abc" in FIPS 180-4.
    expect(trailSigner.digest('abc')).to.equal('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
    expect(trailVerifier.digest('é')).to.equal(trailSigner.digest('é'));
  });

  it('refuses a public set without a key for the audit log', () => {
    const set = join(folder, 'public.json');
    for (const text of ['', '{}', '{"keys":[{"kty":"EC","crv":"P-256","kid":"1","x":"","y":""}]}']) {
      writeFileSync(set, text);
      expect(openPublicKeys(set)._unsafeUnwrapErr().message).to.include(set);
    }
    expect(openPublicKeys(join(folder, 'none.json'))._unsafeUnwrapErr().message).to.include('none.json');
  });

  describe('rotated', () => {
    it('seals with the newest key, and never again with a former one', async () => {
      const keys = open();
      const [old, signature] = [keys.trailSigner.keyId, sealedBy(keys) as string];
      const added = addKeys(file())._unsafeUnwrap();
      const next = added.findLast(({ kind }) => kind === 'seal')?.id as string;
      // Another instance can have put it in use before this file says so.
      expect(sealedBy(keys, next)).to.be.a('string');
      expect(keys.trailSigner.keyId).to.equal(old);
      rotateKeys(file())._unsafeUnwrap();
      keys.refresh();
      expect(keys.trailSigner.keyId).to.equal(next);
      expect(sealedBy(keys, old)).to.equal(undefined);
      expect(await keys.trailVerifier.verify(old, 'x', signature)).to.equal(true);
    });

    it('removes a former pair, but keeps the key that verifies old entries', async () => {
      const keys = open();
      const [seal, sign, signature] = [keys.trailSigner.keyId, keys.signing.kid, sealedBy(keys) as string];
      for (const id of [seal, sign]) {
        expect(withdrawKey(file(), id)._unsafeUnwrapErr()).to.include({ type: 'key-in-use', id });
      }
      expect(withdrawKey(file(), 'none')._unsafeUnwrapErr()).to.include({ type: 'key-not-found' });
      addKeys(file())._unsafeUnwrap();
      rotateKeys(file())._unsafeUnwrap();
      withdrawKey(file(), sign)._unsafeUnwrap();
      const left = withdrawKey(file(), seal)._unsafeUnwrap();
      expect(left.map(({ id, withdrawn }) => [id === seal, withdrawn])).to.deep.equal([
        [false, false],
        [false, false],
        [true, true],
      ]);
      expect(content().keys.filter(({ kid }) => kid === seal)[0]).to.not.have.property('d');
      expect(withdrawKey(file(), seal)._unsafeUnwrapErr()).to.include({ type: 'key-not-found' });
      keys.refresh();
      expect(keys.signing.find(sign)).to.equal(undefined);
      expect(await keys.trailVerifier.verify(seal, 'x', signature)).to.equal(true);
      expect(open().trailSigner.keyId).to.equal(keys.trailSigner.keyId);
    });
  });

  it('refuses a file without a pair of each kind, or with a pair without its creation time', () => {
    open();
    const [pair = {}, seal = {}] = content().keys;
    const { d: ___, ...withdrawn } = seal;
    const others = { kty: 'RSA', kid: 'of somebody else' };
    const { iat: _, ...undatedPair } = pair;
    const { iat: __, ...undatedSeal } = seal;
    for (const [keys, missing] of [
      [[others, seal], 'no pair that signs tokens'],
      [[undatedPair, seal], 'no pair that signs tokens'],
      [[others, pair], 'no pair that seals the audit log'],
      [[pair, withdrawn], 'no pair that seals the audit log'],
      [[pair, undatedSeal], 'no pair that seals the audit log'],
    ] as const) {
      write(keys);
      expect(message()).to.include(`${missing}; name another file, or restore it from a backup`);
      expect(content().keys).to.deep.equal(keys);
    }
  });

  it('loses no key where many processes add keys', async () => {
    open();
    const script = `import { addKeys } from '@ops-admin/adapter-auth-jose/key-file';
      addKeys(${JSON.stringify(file())})._unsafeUnwrap();`;
    const run = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        cwd: import.meta.dirname,
      });
    await Promise.all(Array.from({ length: 6 }, run));
    expect(new Set(content().keys.map(({ kid }) => kid))).to.have.property('size', 2 + 6 * 2);
  });

  it('creates no file for a reader', () => {
    const { message: why } = openKeyFile(file(), { create: false })._unsafeUnwrapErr();
    expect(why).to.include('the file does not exist');
    expect(readdirSync(folder)).to.deep.equal([]);
    const made = open();
    expect(openKeyFile(file(), { create: false })._unsafeUnwrap().signing.kid).to.equal(made.signing.kid);
  });

  it('refuses a file that other users can read', () => {
    open();
    chmodSync(file(), 0o640);
    expect(message()).to.include(`chmod 600 ${file()}`);
  });

  describe('with an owner', () => {
    const OTHER = 4242;
    const GROUP = 4343;
    before(function () {
      // Only root can give a file away, and be somebody else.
      if (process.getuid?.() !== 0) this.skip();
    });
    const openedBy = async (uid: number, gid = uid) => {
      const script = `process.setgroups([]); process.setgid(${gid}); process.setuid(${uid});
        const opened = openKeyFile(${JSON.stringify(file())}, { create: false });
        process.stdout.write(opened.isOk() ? 'opened' : opened.error.message);`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';\n${script}`,
        ],
        { cwd: import.meta.dirname },
      );
      return stdout;
    };

    it('refuses a file of another user, and names the user and the remedy', () => {
      open();
      chownSync(file(), OTHER, OTHER);
      expect(message())
        .to.include('it belongs to the user 4242, who can replace it')
        .and.include(`chown 0 ${file()}`);
    });

    it('accepts a file of its user, and one of root that only its own group reads', async () => {
      chmodSync(folder, 0o755);
      open();
      chownSync(file(), OTHER, OTHER);
      expect(await openedBy(OTHER)).to.equal('opened');
      // As Kubernetes mounts a secret with fsGroup.
      chownSync(file(), 0, GROUP);
      chmodSync(file(), 0o440);
      expect(await openedBy(OTHER, GROUP)).to.equal('opened');
      chmodSync(file(), 0o640);
      expect(await openedBy(OTHER, GROUP)).to.equal('opened');
      for (const mode of [0o444, 0o660, 0o441]) {
        chmodSync(file(), mode);
        expect(await openedBy(OTHER, GROUP), mode.toString(8)).to.include(`run chmod 440 ${file()}`);
      }
    });
  });

  it('is made although starts before it were killed', () => {
    const drafts = ['keys.json.0123456789ab.draft', `keys.json.${process.pid}`];
    for (const name of drafts) writeFileSync(join(folder, name), '{"keys":[', { mode: 0o600 });
    open();
    expect(readdirSync(folder).sort()).to.deep.equal([...drafts, 'keys.json'].sort());
  });

  it('names the lock of another command, and waits no longer than 5 seconds', () => {
    open();
    writeFileSync(`${file()}.lock`, '');
    const before = Date.now();
    expect(addKeys(file())._unsafeUnwrapErr().message).to.include(
      `: another command is changing it; if no command is running, remove ${file()}.lock`,
    );
    expect(Date.now() - before).to.be.at.least(4000);
    expect(readdirSync(folder)).to.deep.equal(['keys.json', 'keys.json.lock']);
  });

  it('leaves no lock and no draft that it could not write', async () => {
    open();
    // A process that may write no byte into a file.
    const script = `import { addKeys, openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
      for (const failed of [addKeys(${JSON.stringify(file())}), openKeyFile(${JSON.stringify(join(folder, 'new.json'))})])
        process.stdout.write(failed._unsafeUnwrapErr().message);`;
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script],
      { cwd: import.meta.dirname },
    );
    expect(stdout.match(/EFBIG/g)).to.have.length(2);
    expect(readdirSync(folder)).to.deep.equal(['keys.json']);
  });

  it('refuses a file that is not regular, and does not wait for the writer of a pipe', () => {
    execFileSync('mkfifo', ['-m', '600', file()]);
    for (const opened of [openKeyFile(file()), openPublicKeys(file()), addKeys(file())])
      expect(opened._unsafeUnwrapErr().message).to.include('it is not a regular file');
  });

  it('ignores a byte order mark, and refuses a repeated member', () => {
    const made = open();
    const text = readFileSync(file(), 'utf8');
    writeFileSync(file(), `\uFEFF${text}`, { mode: 0o600 });
    expect(open().trailSigner.keyId).to.equal(made.trailSigner.keyId);
    expect(openPublicKeys(file())._unsafeUnwrap().keyId).to.equal(made.trailSigner.keyId);
    expect(addKeys(file()).isOk()).to.equal(true);
    writeFileSync(file(), text.replace('"keys":', '"keys": [], "keys":'), { mode: 0o600 });
    expect(message()).to.include('it repeats a member');
  });

  it('knows the entry that ended a key, and seals with no ended key', () => {
    const keys = open();
    const { keyId } = keys.trailSigner;
    addKeys(file())._unsafeUnwrap();
    const end = { entry: 7, time: '2026-11-28T00:00:00.000Z' };
    expect(
      rotateKeys(file(), end)
        ._unsafeUnwrap()
        .filter(({ ended }) => ended),
    ).to.have.length(1);
    const { trailSigner, trailVerifier } = open();
    expect([trailVerifier.endedBy?.(keyId), trailVerifier.endedBy?.(trailSigner.keyId)]).to.deep.equal([
      7,
      undefined,
    ]);
    expect(trailSigner.sign(keyId, 'x')).to.equal(undefined);
    withdrawKey(file(), keyId)._unsafeUnwrap();
    expect(open().trailVerifier.endedBy?.(keyId)).to.equal(7);
    // The key of an entry can be first again only in a file that was put together by hand.
    const { keys: [sign, used, , former] = [] } = content();
    write([former, sign, used]);
    expect(openKeyFile(file()).isErr()).to.equal(true);
  });

  it('shows no content of a damaged file', () => {
    open();
    const whole = readFileSync(file(), 'utf8');
    const secret = (content().keys[1] as { d: string }).d;
    const damaged = [
      whole.slice(0, whole.indexOf(secret) + 20),
      whole.replace(`"${secret}"`, secret),
      whole.replace(secret, `${secret.slice(0, 20)}"${secret.slice(20)}`),
      secret,
    ];
    for (const text of damaged) {
      writeFileSync(file(), text, { mode: 0o600 });
      expect(message()).to.match(/: it is not JSON; restore it from a backup$/);
      for (let n = 0; n + 6 <= secret.length; n++) expect(message()).to.not.include(secret.slice(n, n + 6));
    }
  });

  const wrong = {
    empty: '',
    'not JSON': '{',
    'without keys': '{"keys":[]}',
    'with keys for other uses only': '{"keys":[{"kty":"RSA","kid":"1"},{"kty":"oct","k":"AA","kid":"2"}]}',
    'that is not a key set': '[]',
  };
  for (const [what, text] of Object.entries(wrong)) {
    it(`refuses a file ${what}, and leaves it unchanged`, () => {
      writeFileSync(file(), text, { mode: 0o600 });
      expect(message()).to.include(file());
      expect(readFileSync(file(), 'utf8')).to.equal(text);
    });
  }

  it('refuses a missing folder', () => {
    expect(openKeyFile(join(folder, 'missing', 'keys.json'))._unsafeUnwrapErr().message).to.include(
      'missing',
    );
  });
});
