import {
  AccessPolicy,
  ChangeManyPermissions,
  FindUser,
  type OrderOptions,
  type OrderOutcome,
  type PermissionOrder,
} from '@ops-admin/core';
import {
  aDraft,
  anId,
  aTime,
  aUser,
  inMemoryOrganisation,
  type OrganisationPorts,
} from '@ops-admin/core/testing';
import { expect } from 'chai';

describe('ChangeManyPermissions', () => {
  let ports: OrganisationPorts;
  beforeEach(async () => {
    ports = inMemoryOrganisation();
    const users = [1, 2, 3].map((n) =>
      aUser(n, {
        emails: [`user${n}@example.org`, 'team@example.org'],
        permissions: ['service.a.read', 'odd'],
      }),
    );
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
  });
  const change = async (orders: readonly PermissionOrder[], given: Partial<OrderOptions> = {}) => {
    const clock = () => new Date(aTime(30));
    const many = new ChangeManyPermissions(
      ports.permissions,
      new FindUser(ports.users),
      clock,
      new AccessPolicy(),
    );
    const origin = { actor: 'cli:root', source: 'cli', batch: 'run-1' } as const;
    const options = {
      action: 'remove',
      origin,
      keepAdmin: true,
      atomic: false,
      dryRun: false,
      ...given,
    } as const;
    return (await many.execute(orders, options))._unsafeUnwrap();
  };
  const types = (outcomes: readonly OrderOutcome[]) => outcomes.map(({ type }) => type);
  const held = async (n: number) => [...(await ports.permissions.find(anId(n)))._unsafeUnwrap()];
  const order = (user: string, ...permissions: string[]): PermissionOrder => ({ user, permissions });

  it('removes from users named by id and by e-mail', async () => {
    const outcomes = await change([order(anId(1), 'service.a.*'), order('USER2@example.org', 'odd', 'none')]);
    expect(types(outcomes)).to.deep.equal(['changed', 'changed']);
    expect([await held(1), await held(2)]).to.deep.equal([['odd'], ['service.a.read']]);
    expect(outcomes[1]).to.have.nested.property('entry.batch', 'run-1');
  });

  it('adds what is well-formed', async () => {
    const outcomes = await change(
      [order(anId(1), 'service.b'), order(anId(2), 'service.b', 'off the pattern')],
      {
        action: 'add',
      },
    );
    expect(outcomes[0]?.type).to.equal('changed');
    expect(outcomes[1]).to.deep.equal({ type: 'invalid-permission', text: 'off the pattern' });
    expect(await held(1)).to.include('service.b');
    expect(await held(2)).to.not.include('service.b');
  });

  const failing = [
    order(anId(1), 'odd'),
    order(anId(9), 'odd'),
    order('nobody@example.org', 'odd'),
    order('team@example.org', 'odd'),
    order('not an id', 'odd'),
    order(anId(2), 'odd'),
  ];

  it('passes over orders that fail, and tells each', async () => {
    expect(types(await change(failing))).to.deep.equal([
      'changed',
      'user-not-found',
      'user-not-found',
      'ambiguous-user',
      'user-not-found',
      'changed',
    ]);
    expect(await held(2)).to.not.include('odd');
  });

  it('does nothing where one fails, when told so', async () => {
    expect(types(await change(failing, { atomic: true }))).to.deep.equal([
      'not-done',
      'user-not-found',
      'user-not-found',
      'ambiguous-user',
      'user-not-found',
      'not-done',
    ]);
    const unknown = [order(anId(1), 'odd'), order(anId(9), 'odd')];
    expect(types(await change(unknown, { atomic: true }))).to.deep.equal(['not-done', 'user-not-found']);
    expect([await held(1), await held(2)].flat()).to.have.length(4);
    expect(types(await change(unknown.slice(0, 1), { atomic: true }))).to.deep.equal(['changed']);
    expect(await held(1)).to.deep.equal(['service.a.read']);
  });

  it('writes nothing in a dry run', async () => {
    expect(types(await change(failing.slice(0, 2), { dryRun: true }))).to.deep.equal([
      'changed',
      'user-not-found',
    ]);
    expect(await held(1)).to.include('odd');
  });

  it('keeps the last admin, unless told not to', async () => {
    await change([order(anId(1), 'service.admin.access'), order(anId(2), 'service.admin')], {
      action: 'add',
    });
    const all = [1, 2, 3].map((n) => order(anId(n), 'service.admin.*'));
    expect(types(await change(all))).to.deep.equal(['changed', 'no-admin-left', 'changed']);
    expect(types(await change(all, { keepAdmin: false }))).to.deep.equal(['changed', 'changed', 'changed']);
    expect(await held(2)).to.not.include('service.admin');
  });
});
