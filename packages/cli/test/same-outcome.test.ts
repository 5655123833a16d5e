import type { AuditEntry } from '@ops-admin/core';
import { anId } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';

const HELD = ['service.users', 'service.users.read', 'service.user.read', 'service.tickets.*', 'odd one'];
const LONG = `service.${'x'.repeat(248)}`;

interface Case {
  readonly action: 'add' | 'remove';
  readonly permissions: readonly string[];
  /** The status over HTTP and the exit code of the command. */
  readonly outcome: readonly [status: number, exitCode: number];
  /** Instead of a user who holds {@link HELD}. */
  readonly user?: string;
}

const DONE = [200, 0] as const;
const REFUSED = [400, 2] as const;

const CASES: readonly Case[] = [
  { action: 'remove', permissions: ['service.users.read'], outcome: DONE },
  { action: 'remove', permissions: ['service.users.*'], outcome: DONE },
  { action: 'remove', permissions: ['service.user.*', 'service.none.read'], outcome: DONE },
  { action: 'remove', permissions: ['service.tickets.read'], outcome: DONE },
  { action: 'remove', permissions: ['Service.Users.Read', 'odd one', 'odd one'], outcome: DONE },
  { action: 'remove', permissions: ['service.*', '*', 'service.*.*'], outcome: DONE },
  { action: 'remove', permissions: [LONG], outcome: DONE },
  { action: 'remove', permissions: ['odd one'], user: anId(999), outcome: [404, 3] },
  { action: 'add', permissions: ['service.new', 'service.users'], outcome: DONE },
  { action: 'add', permissions: ['service.new.read', 'service.new.*'], outcome: DONE },
  { action: 'add', permissions: ['service.users'], outcome: DONE },
  { action: 'add', permissions: ['service.new', 'odd one'], outcome: REFUSED },
  { action: 'add', permissions: [`${LONG}x`], outcome: REFUSED },
  { action: 'add', permissions: ['service.new'], user: anId(999), outcome: [404, 3] },
  { action: 'add', permissions: [], outcome: REFUSED },
  { action: 'remove', permissions: [], outcome: REFUSED },
  { action: 'remove', permissions: Array.from({ length: 1001 }, (_, n) => `x${n}`), outcome: REFUSED },
];

/** One way to change permissions: every source gives the same outcome for the same request. */
describe('The same request, over HTTP and by the command', () => {
  const workplace = new Workplace();
  const usersOf = (n: number) => [anId(2 * n + 2), anId(2 * n + 3)] as const;
  let organisation: AnOrganisation;
  let trail: readonly AuditEntry[];
  let outcomes: readonly (readonly [status: number, exitCode: number])[];

  beforeEach(async function () {
    this.timeout(30_000);
    if (outcomes) return;
    const sets = CASES.flatMap(() => [HELD, HELD]);
    organisation = await anOrganisation(workplace, ['service.admin.access'], ...sets);
    const service = await workplace.serve();
    const token = (await workplace.run(['token', 'issue', '--user', anId(1)])).stdout.trim();
    const done: (readonly [number, number])[] = [];
    for (const [n, { action, permissions, user }] of CASES.entries()) {
      const [overHttp, byCommand] = usersOf(n);
      const { status } = await fetch(`${service.url}/user/${action}-permissions`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ payload: { userId: user ?? overHttp, permissions } }),
      });
      const { code } = await workplace.run(['permissions', action, user ?? byCommand, ...permissions]);
      done.push([status, code as number]);
    }
    trail = await organisation.trail();
    outcomes = done;
    organisation.close();
  });

  for (const [n, { action, outcome, permissions, user }] of CASES.entries()) {
    const [what = 'nothing', ...more] = permissions;
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    it(`${action} ${what.slice(0, 30)}${others}${user ? ' of nobody' : ''}`, () => {
      expect(outcomes[n]).to.deep.equal(outcome);
      const [overHttp, byCommand] = usersOf(n).map((id) =>
        trail.filter(({ userId }) => userId === id).slice(1),
      );
      const said = (entries: readonly AuditEntry[] = []) =>
        entries.map(({ action: done, added, after, before, removed, requested }) => {
          return { done, added, after, before, removed, requested };
        });
      expect(said(overHttp)).to.have.length(outcome === DONE ? 1 : 0);
      expect(said(byCommand)).to.deep.equal(said(overHttp));
    });
  }
});
