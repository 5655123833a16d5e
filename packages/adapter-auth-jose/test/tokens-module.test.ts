import { openTokens } from '@ops-admin/adapter-auth-jose';
import { LOCAL_TOKEN_ISSUER, tokensModule } from '@ops-admin/adapter-auth-jose/inversify';
import { TOKEN_VERIFIER } from '@ops-admin/core/ports';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Container } from 'inversify';
import { aLog, PROVIDER } from './a-provider.ts';
import { newKeys } from './new-keys.ts';

describe('tokensModule', () => {
  const clock = () => new Date();
  const containerOf = (tokens: ReturnType<typeof openTokens>) => {
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(tokensModule(tokens));
    return container;
  };

  it('serves a verifier and an issuer of local tokens', async () => {
    const tokens = openTokens({ type: 'local', keys: newKeys(), clock });
    expect((await tokens.prepare()).isOk()).to.equal(true);
    const container = containerOf(tokens);
    const token = (await container.get(LOCAL_TOKEN_ISSUER).issue(anId(1), 60))._unsafeUnwrap();
    const verified = (await container.get(TOKEN_VERIFIER).verify(token))._unsafeUnwrap();
    expect(verified.subject).to.deep.equal({ type: 'user', userId: anId(1) });
  });

  it('serves a verifier alone for a provider, and reports one that cannot be used', async () => {
    const keys = { type: 'file', file: '/nonexistent/keys.json' } as const;
    const tokens = openTokens({ type: 'provider', provider: { ...PROVIDER, keys }, clock, log: aLog().log });
    expect((await tokens.prepare())._unsafeUnwrapErr().type).to.equal('provider-unusable');
    const container = containerOf(tokens);
    expect(container.isBound(TOKEN_VERIFIER)).to.equal(true);
    expect(container.isBound(LOCAL_TOKEN_ISSUER)).to.equal(false);
  });

  it('closes the tokens with the container', async () => {
    const tokens = openTokens({ type: 'local', keys: newKeys(), clock });
    let closed = 0;
    const container = containerOf({ ...tokens, close: () => void closed++ });
    container.get(TOKEN_VERIFIER);
    await container.unbindAllAsync();
    expect(closed).to.equal(1);
  });
});
