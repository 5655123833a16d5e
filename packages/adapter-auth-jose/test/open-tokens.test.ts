import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTokens } from '@ops-admin/adapter-auth-jose';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { aLog, PROVIDER } from './a-provider.ts';
import { newKeys } from './new-keys.ts';

describe('openTokens', () => {
  const clock = () => new Date();

  it('returns a verifier and an issuer of local tokens', async () => {
    const tokens = openTokens({ type: 'local', keys: newKeys(), clock });
    expect((await tokens.prepare()).isOk()).to.equal(true);
    const token = (await tokens.issuer.issue(anId(1), 60))._unsafeUnwrap();
    const verified = (await tokens.verifier.verify(token))._unsafeUnwrap();
    expect(verified.subject).to.deep.equal({ type: 'user', userId: anId(1) });
  });

  it('returns only a verifier for a provider, and reports an invalid configuration', async () => {
    const keys = { type: 'file', file: '/nonexistent/keys.json' } as const;
    const tokens = openTokens({ type: 'provider', provider: { ...PROVIDER, keys }, clock, log: aLog().log });
    expect((await tokens.prepare())._unsafeUnwrapErr().type).to.equal('provider-unusable');
    const pipe = join(mkdtempSync(join(tmpdir(), 'ops-admin-pipe-')), 'keys.json');
    execFileSync('mkfifo', [pipe]);
    const piped = openTokens({
      type: 'provider',
      provider: { ...PROVIDER, keys: { type: 'file', file: pipe } },
      clock,
      log: aLog().log,
    });
    expect((await piped.prepare())._unsafeUnwrapErr().message).to.include('it is not a regular file');
    rmSync(join(pipe, '..'), { recursive: true });
    expect(tokens).to.have.property('verifier');
    expect(tokens).to.not.have.property('issuer');
  });
});
