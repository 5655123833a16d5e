import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openKeyFile } from '@ops-admin/adapter-key-file';
import { keyFileModule } from '@ops-admin/adapter-key-file/inversify';
import { AUDIT_SEALER } from '@ops-admin/core/ports';
import { expect } from 'chai';
import { Container } from 'inversify';

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

  it('makes a file that only its owner may read, and reads it again', () => {
    const made = open();
    expect(statSync(file()).mode & 0o777).to.equal(0o600);
    expect(readdirSync(folder)).to.deep.equal(['keys.json']);
    const read = open();
    expect(read.signing.kid).to.equal(made.signing.kid);
    expect(read.signing.privateKey.equals(made.signing.privateKey)).to.equal(true);
    const { auditSealer } = made;
    expect(read.auditSealer.keyId).to.equal(auditSealer.keyId);
    expect(read.auditSealer.digest(auditSealer.keyId, 'x')).to.equal(
      auditSealer.digest(auditSealer.keyId, 'x'),
    );
  });

  it('seals with a key of its own in every file', () => {
    const one = open().auditSealer;
    rmSync(file());
    const other = open().auditSealer;
    expect(other.keyId).to.not.equal(one.keyId);
    expect(other.digest(one.keyId, 'x')).to.equal(undefined);
    expect(one.digest(one.keyId, 'x')).to.match(/^[\w-]{43}$/);
    expect(one.digest(one.keyId, 'x')).to.not.equal(one.digest(one.keyId, 'y'));
  });

  it('adds a secret to a file that holds a pair alone, and keeps the rest', () => {
    open();
    const [pair] = content().keys;
    write([pair, { kty: 'RSA', kid: 'of somebody else' }]);
    const { auditSealer } = open();
    const { keys } = content();
    expect(keys.slice(0, 2)).to.deep.equal([pair, { kty: 'RSA', kid: 'of somebody else' }]);
    expect(keys[2]).to.include({ kty: 'oct', kid: auditSealer.keyId });
    expect(statSync(file()).mode & 0o777).to.equal(0o600);
    expect(readdirSync(folder)).to.deep.equal(['keys.json']);
  });

  it('makes a new pair where it was taken out, and keeps the secret', () => {
    const before = open();
    const [, secret] = content().keys;
    write([secret]);
    const after = open();
    expect(after.signing.kid).to.not.equal(before.signing.kid);
    expect(after.auditSealer.keyId).to.equal(before.auditSealer.keyId);
    expect(content().keys[0]).to.deep.equal(secret);
  });

  it('adds one secret where many processes try to', async () => {
    open();
    write(content().keys.slice(0, 1));
    const script = `import { openKeyFile } from '@ops-admin/adapter-key-file';
      process.stdout.write(openKeyFile(${JSON.stringify(file())})._unsafeUnwrap().auditSealer.keyId);`;
    const run = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        cwd: import.meta.dirname,
      });
    const runs = await Promise.all(Array.from({ length: 6 }, run));
    expect([...new Set(runs.map(({ stdout }) => stdout))]).to.deep.equal([open().auditSealer.keyId]);
  }).timeout(20_000);

  it('checks old entries with the secrets after the first', () => {
    const old = open().auditSealer;
    const [pair, secret] = content().keys;
    write([pair, { ...secret, kid: 'new', k: 'A'.repeat(43) }, secret]);
    const { auditSealer } = open();
    expect(auditSealer.keyId).to.equal('new');
    expect(auditSealer.digest(old.keyId, 'x')).to.equal(old.digest(old.keyId, 'x'));
    expect(auditSealer.digest('new', 'x')).to.not.equal(old.digest(old.keyId, 'x'));
  });

  it('makes none for anyone who only reads', () => {
    const { message: why } = openKeyFile(file(), { create: false })._unsafeUnwrapErr();
    expect(why).to.include('there is no such file');
    expect(readdirSync(folder)).to.deep.equal([]);
    const made = open();
    expect(openKeyFile(file(), { create: false })._unsafeUnwrap().signing.kid).to.equal(made.signing.kid);
  });

  it('refuses a file that others may read', () => {
    open();
    chmodSync(file(), 0o640);
    expect(message()).to.include(`chmod 600 ${file()}`);
  });

  describe('that belongs to somebody', () => {
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
          `import { openKeyFile } from '@ops-admin/adapter-key-file';\n${script}`,
        ],
        { cwd: import.meta.dirname },
      );
      return stdout;
    };

    it('refuses one of another user, and names the user and what to do', () => {
      open();
      chownSync(file(), OTHER, OTHER);
      expect(message())
        .to.include('it belongs to the user 4242, who can replace it')
        .and.include(`chown 0 ${file()}`);
    });

    it('takes one of its user, and one of root that no group but its own reads', async () => {
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

  it('is made although starts before it were killed, whose drafts are removed in time', () => {
    const old = new Date(Date.now() - 3_600_000);
    const drafts = ['keys.json.0123456789ab.draft', 'keys.json.ba9876543210.draft'];
    for (const name of drafts) writeFileSync(join(folder, name), '{"keys":[', { mode: 0o600 });
    utimesSync(join(folder, drafts[0] as string), old, old);
    // What others may have made is left alone, whatever its age; so is what an older version left behind.
    const kept = [`keys.json.${process.pid}`, 'keys.json.bak', 'other.json.0123456789ab.draft'];
    for (const name of kept) {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), old, old);
    }
    open();
    expect(readdirSync(folder).sort()).to.deep.equal([...kept, drafts[1], 'keys.json'].sort());
  });

  it('names who is changing the file, and waits no longer than 5 seconds', () => {
    open();
    write(content().keys.slice(0, 1));
    writeFileSync(`${file()}.lock`, 'process 7 on a-host, since 2026-11-22T10:00:00.000Z');
    const before = Date.now();
    expect(message())
      .to.include('process 7 on a-host, since 2026-11-22T10:00:00.000Z is changing it')
      .and.include(`if it is gone, remove ${file()}.lock`);
    expect(Date.now() - before).to.be.within(4000, 8000);
  }).timeout(10_000);

  for (const [what, leave] of Object.entries({
    'a file': (lock: string) => writeFileSync(lock, 'process 1 on a-host'),
    'a folder, as older versions made': (lock: string) => mkdirSync(lock),
  })) {
    it(`takes over the lock that a killed process left a minute ago: ${what}`, () => {
      open();
      write(content().keys.slice(0, 1));
      const lock = `${file()}.lock`;
      leave(lock);
      const old = new Date(Date.now() - 61_000);
      utimesSync(lock, old, old);
      expect(open().auditSealer.keyId).to.match(/^audit-/);
      expect(readdirSync(folder)).to.deep.equal(['keys.json']);
    });
  }

  it('shows nothing of a damaged file', () => {
    open();
    const whole = readFileSync(file(), 'utf8');
    const secret = (content().keys[1] as { k: string }).k;
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
    'with keys of others alone': '{"keys":[{"kty":"RSA","kid":"1"},{"kty":"oct","k":"AA","kid":"2"}]}',
    'that is no key set': '[]',
  };
  for (const [what, text] of Object.entries(wrong)) {
    it(`refuses a file ${what}, and leaves it as it is`, () => {
      writeFileSync(file(), text, { mode: 0o600 });
      expect(message()).to.include(file());
      expect(readFileSync(file(), 'utf8')).to.equal(text);
    });
  }

  it('refuses a folder that is not there', () => {
    expect(openKeyFile(join(folder, 'missing', 'keys.json'))._unsafeUnwrapErr().message).to.include(
      'missing',
    );
  });

  it('serves the sealer to a container', () => {
    const keys = open();
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(keyFileModule(keys));
    expect(container.get(AUDIT_SEALER)).to.equal(keys.auditSealer);
  });
});
