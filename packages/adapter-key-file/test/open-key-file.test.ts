import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
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
import { keyFileModule, openKeyFile } from '@ops-admin/adapter-key-file';
import { AUDIT_SEALER } from '@ops-admin/core';
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

  it('says so where the file is being changed for ever', () => {
    open();
    write(content().keys.slice(0, 1));
    mkdirSync(`${file()}.lock`);
    expect(message()).to.include(`if none is, remove ${file()}.lock`);
  }).timeout(10_000);

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
