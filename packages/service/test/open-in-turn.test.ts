import { err, ok } from '@ops-admin/core';
import { expect } from 'chai';
import { Container } from 'inversify';
import { closeInReverse, NotOpened, openerInTurn } from '../dist/open-in-turn.js';
import type { Token } from '../dist/tokens.js';

describe('Parts that are opened one after the other', () => {
  const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((name) => Symbol(name)) as unknown as [
    Token<string>,
    Token<string>,
    Token<string>,
    Token<string>,
  ];
  const opened: string[] = [];
  const closed: string[] = [];
  const turn = () => new Promise((done) => setImmediate(done));
  /** `d` needs `b` and `c`, each of which needs `a`. */
  const openingsOf = (...problems: readonly string[]) => {
    const container = new Container({ defaultScope: 'Singleton' });
    const order: Token<unknown>[] = [];
    const inTurn = openerInTurn(order);
    const bind = (token: Token<string>, name: string, needs: Token<string>[]) =>
      container
        .bind(token)
        .toResolvedValue<string[]>(
          inTurn(token, async () => {
            opened.push(name);
            await turn();
            return problems.includes(name) ? err({ type: 'invalid-config', problems: [name] }) : ok(name);
          }),
          needs,
        )
        .onDeactivation(async () => {
          await turn();
          closed.push(name);
        });
    bind(D, 'd', [B, C]);
    bind(A, 'a', []);
    bind(C, 'c', [A]);
    bind(B, 'b', [A]);
    return { get: () => container.getAsync(D), close: () => closeInReverse(container, order) };
  };
  beforeEach(() => {
    opened.splice(0);
    closed.splice(0);
  });

  it('open their dependencies first, in any order of the bindings, and close the last first', async () => {
    const openings = openingsOf();
    expect(await openings.get()).to.equal('d');
    expect(opened.join('')).to.match(/^a(bc|cb)d$/);
    expect(closed).to.deep.equal([]);
    await openings.close();
    expect(closed).to.deep.equal(opened.toReversed());
    await openings.close();
    expect(closed).to.have.length(4);
  });

  it('end at a failure: no other part opens, and opened parts are closed', async () => {
    const openings = openingsOf('b', 'c');
    const failure = await openings.get().catch((thrown: unknown) => thrown);
    expect(failure).to.be.instanceOf(NotOpened);
    expect((failure as NotOpened).reason.type).to.equal('invalid-config');
    await openings.close();
    expect(opened.join('')).to.match(/^a[bc]$/);
    expect(closed).to.deep.equal(['a']);
  });

  it('do what Inversify omits: it closes all concurrently, in the order of the bindings', async () => {
    const container = new Container({ defaultScope: 'Singleton' });
    const close = async (name: string) => {
      closed.push(name);
      await undefined;
      closed.push(`${name} done`);
    };
    container
      .bind(A)
      .toResolvedValue(() => 'a')
      .onDeactivation(close);
    container
      .bind(B)
      .toResolvedValue((a) => `${a}b`, [A])
      .onDeactivation(close);
    container.get(B);
    await container.unbindAllAsync();
    expect(closed).to.deep.equal(['a', 'ab', 'a done', 'ab done']);
  });
});
