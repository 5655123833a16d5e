import {
  AccessPolicy,
  FixedWindowRateLimiter,
  type Permission,
  PermissionSet,
  type ResultAsync,
} from '@ops-admin/core';
import {
  auditOperations,
  departmentOperations,
  locationOperations,
  permissionOperations,
  userChanges,
  userOperations,
} from '@ops-admin/core/operations';
import {
  aDepartment,
  aDraft,
  anId,
  aUser,
  InMemoryAirportDirectory,
  InMemoryGeoLookup,
  InMemoryTownDirectory,
} from '@ops-admin/testing';

import { expect } from 'chai';
import fc from 'fast-check';
import { openOrganisation } from './open-organisation.ts';

const text = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      'service.a',
      'service.a.*',
      'service.a.read',
      'service.*',
      'service..*',
      '__proto__',
      'constructor',
    ],
    ...[anId(1), anId(9), 'user1@example.org', '@', 'cli:root', 'run-1', 'JFK', 'lima', '\0', '\ud800'],
  ),
  fc.string({ unit: 'binary' }),
);
const texts = fc.array(text, { maxLength: 6 });
/** Any text in place of a permission, for callers that do not parse. */
const permission = text.map((one) => one as Permission);
const renaming = fc.record({ from: text, to: permission });
const change = fc.oneof(
  fc.record({ action: fc.constant('add' as const), permissions: fc.array(permission) }),
  fc.record({ action: fc.constantFrom('remove' as const, 'set' as const), permissions: texts }),
  fc.record({ action: fc.constant('rename' as const), renaming }),
);

describe('Any argument with the right type', () => {
  it('makes no set throw', () => {
    fc.assert(
      fc.property(texts, texts, change, text, (held, others, asked, required) => {
        const set = PermissionSet.of(held);
        const done = set.apply(asked);
        expect([...done.after]).to.deep.equal([...new Set(done.after)]);
        set.undo(done);
        set.grants(required);
        set.grantersOf(others);
        set.explain();
        expect(new AccessPolicy(required as Permission).isAdmin(set)).to.equal(set.grants(required));
        expect(JSON.parse(JSON.stringify(set))).to.deep.equal(set.toArray());
      }),
      { numRuns: 1000 },
    );
  });

  it('makes no limiter throw, nor allow more than its limit', async () => {
    const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, Infinity, -Infinity, 0));
    await fc.assert(
      fc.asyncProperty(
        number,
        number,
        fc.array(number, { minLength: 5, maxLength: 20 }),
        async (limit, seconds, times) => {
          let at = 0;
          const policy = { limit, windowSeconds: seconds };
          const limiter = new FixedWindowRateLimiter(policy, () => times[at++] as number);
          for (const _ of times) {
            const { allowed, remaining, resetSeconds } = (await limiter.consume(anId(1)))._unsafeUnwrap();
            if (allowed) expect(limit).to.be.at.least(1);
            expect(remaining).to.be.at.least(0);
            expect(resetSeconds).to.not.be.NaN;
          }
        },
      ),
    );
    for (const policy of [
      { limit: 2, windowSeconds: Number.NaN },
      { limit: Number.NaN, windowSeconds: 60 },
    ]) {
      const limiter = new FixedWindowRateLimiter(policy, () => performance.now());
      const allowed = [];
      for (let n = 0; n < 4; n++) allowed.push((await limiter.consume(anId(1)))._unsafeUnwrap().allowed);
      expect(allowed).to.deep.equal(
        policy.limit === 2 ? [true, true, false, false] : [false, false, false, false],
      );
    }
  });

  it('makes no operation throw', async () => {
    const user = fc.oneof(fc.constantFrom<string>(anId(1), anId(2), 'user2@example.org'), text);
    const origin = fc.record(
      {
        actor: text,
        source: fc.constantFrom('http', 'cli', 'import', 'embedded'),
        reason: text,
        batch: text,
        requestId: text,
      },
      { requiredKeys: ['actor', 'source'] },
    );
    const flag = fc.boolean();
    const limit = fc.nat({ max: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(user, user, texts, renaming, text, text),
        fc.record({
          origin,
          keepAdmin: flag,
          dryRun: flag,
          atomic: flag,
          ignoreNotFound: flag,
          keepLinks: flag,
        }),
        limit,
        async ([one, other, some, renamed, a, b], options, most) => {
          const ports = openOrganisation();
          const users = [
            aUser(1, { permissions: ['service.admin.access', ...some] }),
            aUser(2, { permissions: some, identities: [{ issuer: a, subject: b }] }),
          ];
          const draft = aDraft({ action: 'set', source: 'import', batch: 'run-1' });
          const { audit, permissions: store } = ports;
          const policy = new AccessPolicy();
          const parts = {
            audit,
            clock: () => new Date(),
            policy,
            store,
            users: ports.users,
            departments: ports.departments,
            organisation: ports.organisation,
          };
          const permissions = permissionOperations(parts);
          const people = userChanges({ ...parts, departments: ports.departments });
          const asked = userOperations(parts);
          const trail = auditOperations(parts);
          const departments = departmentOperations(ports);
          const locations = locationOperations({
            airports: new InMemoryAirportDirectory(),
            geoLookup: new InMemoryGeoLookup(),
            towns: new InMemoryTownDirectory(),
          });
          const changes = [
            { user: one, permissions: some },
            { user: other, permissions: [a, b] },
          ];
          const calls: (() => ResultAsync<unknown, unknown>)[] = [
            () => ports.organisation.importUsers(users, draft),
            () =>
              ports.organisation.importDepartments(
                [aDepartment(1), aDepartment(2, { parentId: anId(1) })],
                aDraft(),
              ),
            () => permissions.change({ action: 'remove', changes, findDoubtful: true, ...options }),
            () => permissions.change({ action: 'add', changes, ...options }),
            () => permissions.copy({ from: one, to: other, ...options }),
            () => permissions.rename({ ...renamed, ...options }),
            () => {
              const change = { user: other, everything: true, keepLinks: options.keepLinks } as const;
              return permissions.change({ action: 'remove', changes: [change], ...options });
            },
            () => permissions.revert({ target: { batch: 'run-1' }, ...options }),
            () => permissions.revert({ target: { entryId: most }, ...options }),
            () =>
              people.setIdentity({
                user: one,
                identity: { issuer: a, subject: b },
                linked: options.keepLinks,
                origin: options.origin,
              }),
            () =>
              people.create({
                ...options,
                id: one,
                emails: [a],
                personalInformation: { name: b },
                department: b,
                permissions: [a],
              }),
            () => people.update({ ...options, user: other, emails: [b], personalInformation: { name: a } }),
            () => people.setActive({ ...options, user: one, active: options.atomic }),
            () => people.erase({ ...options, user: other }),
            () => asked.list({ search: a, holds: b, grants: one, end: most }),
            () => asked.find(one),
            () =>
              trail.list({
                user: one,
                actor: other,
                reason: a,
                permission: b,
                module: a,
                batch: b,
                limit: most,
              }),
            () => trail.find(most),
            () => trail.batches({ limit: most }),
            () => departments.list({ end: most }),
            () => departments.hierarchy(),
            () => locations.find(a),
            () => locations.isAirport(b),
          ];
          for (const call of calls)
            expect(await (call() as ResultAsync<unknown, unknown>)).to.have.property('isOk');
        },
      ),
      { numRuns: 150 },
    );
  });
});
