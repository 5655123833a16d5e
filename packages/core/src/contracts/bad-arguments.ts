import { expect } from 'chai';
import { AS_IT_COMES, aDepartment, aDraft, anId, aRequest, aUser } from '../fakes/fixtures.js';
import type { OrganisationPorts } from '../fakes/in-memory-organisation.js';
import { ok } from '../index.js';
import type { OpenOrganisation } from './open-organisation.js';

/**
 * What every store does with an argument that no type allows: the result rejects, never before it is there and never as
 * `store-unavailable`, and nothing is written.
 */
export function describeBadArguments(open: OpenOrganisation): void {
  describeThrowingRecords(open);
  describe('Stores, with an argument that is none', () => {
    let stores: Awaited<ReturnType<OpenOrganisation>>;

    beforeEach(async () => {
      stores = await open();
      const imported = await stores.organisation.importUsers(
        [aUser(1, { permissions: ['service.a'] })],
        aDraft({ action: 'set', source: 'import' }),
      );
      imported._unsafeUnwrap();
    });
    afterEach(() => stores.close());

    const request = aRequest(1, 'remove', ['service.a']);
    const { change, draft } = request;
    const badRequests: Record<string, unknown> = {
      'no request': undefined,
      'a symbol for a user': { ...request, userId: Symbol('id') },
      'no change': { ...request, change: undefined },
      'a change of no kind': { ...request, change: { ...change, action: 'take' } },
      'no permissions to set': { ...request, change: { action: 'set' } },
      'a number for a permission': { ...request, change: { action: 'set', permissions: ['a', 1] } },
      'a text for the permissions': { ...request, change: { action: 'remove', permissions: 'service.a' } },
      'half a renaming': { ...request, change: { action: 'rename', renaming: { from: 'service.a' } } },
      'half an identity': { ...request, change: { action: 'link', identity: { issuer: 'i' } } },
      'no draft': { userId: anId(1), change },
    };
    const badDrafts: Record<string, unknown> = {
      actor: undefined,
      time: 5,
      source: 'mail',
      action: 'take',
      requested: [{}],
    };
    const calls: Record<string, Record<string, (stores: Untyped) => PromiseLike<unknown>>> = {
      'permissions.find': {
        'no id': ({ permissions }) => permissions.find(),
        null: ({ permissions }) => permissions.find(null),
        'a symbol': ({ permissions }) => permissions.find(Symbol('id')),
        'an object': ({ permissions }) => permissions.find({}),
      },
      'permissions.change': {
        nothing: ({ permissions }) => permissions.change(),
        'no options': ({ permissions }) => permissions.change([request]),
        ...mapped(badRequests, (bad, { permissions }) => permissions.change([request, bad], AS_IT_COMES)),
        ...mapped(badDrafts, (bad, { permissions }, part) =>
          permissions.change([request, { ...request, draft: { ...draft, [part]: bad } }], AS_IT_COMES),
        ),
      },
      'permissions.change in a dry run': mapped(badRequests, (bad, { permissions }) =>
        permissions.change([request, bad], { ...AS_IT_COMES, dryRun: true }),
      ),
      users: {
        'null for an id': ({ users }) => users.find(null),
        'no e-mail': ({ users }) => users.findByEmail(),
        'a symbol for an e-mail': ({ users }) => users.findByEmail(Symbol('e-mail')),
        'no identity': ({ users }) => users.findByIdentity(),
        'half an identity': ({ users }) => users.findByIdentity({ issuer: 'i' }),
        'no ids': ({ users }) => users.summaries(),
        'symbols for ids': ({ users }) => users.summaries([Symbol('id')]),
        'no search': ({ users }) => users.search(),
        'a place that is no number': ({ users }) => users.search({ start: Number.NaN }),
        'a symbol for a text': ({ users }) => users.search({ start: 0, search: Symbol('text') }),
      },
      departments: {
        'no range': ({ departments }) => departments.list(),
        'a place before the first': ({ departments }) => departments.list({ start: -1 }),
        'half a place': ({ departments }) => departments.list({ start: 0, end: 1.5 }),
      },
      audit: {
        'no query': ({ audit }) => audit.list(),
        'a limit that is no number': ({ audit }) => audit.list({ limit: Number.NaN }),
        'a symbol for an actor': ({ audit }) => audit.list({ limit: 1, actor: Symbol('actor') }),
        'half an entry': ({ audit }) => audit.list({ limit: 1, afterId: 0.5 }),
        'a text for an entry': ({ audit }) => audit.find('one'),
        'no query of batches': ({ audit }) => audit.batches(),
        'batches before half an entry': ({ audit }) => audit.batches({ beforeId: 0.5, limit: 1 }),
        'less than no batches': ({ audit }) => audit.batches({ limit: -1 }),
        'records after no number': ({ audit }) => audit.records(Number.NaN, 10),
        'less than no records': ({ audit }) => audit.records(0, -1),
        'no user of archived sets': ({ audit }) => audit.archivedSets(undefined, 1),
        'no limit of archived sets': ({ audit }) => audit.archivedSets(''),
      },
      keeper: {
        'no draft of a seal': ({ keeper }) => keeper.seal(undefined, 1),
        'no draft of an archive': ({ keeper }) => keeper.archive(),
      },
      'organisation.importUsers': {
        'no users': ({ organisation }) => organisation.importUsers(undefined, draft),
        'no user': ({ organisation }) => organisation.importUsers([aUser(2), undefined], draft),
        'no draft': ({ organisation }) =>
          organisation.importUsers([aUser(2), aUser(3, { permissions: ['service.a'] })]),
        ...mapped(
          {
            id: 5,
            emails: undefined,
            personalInformation: { firstName: '', lastName: '' },
            identities: [{ issuer: 'i' }],
            permissions: [1],
          },
          (bad, { organisation }, part) =>
            organisation.importUsers([aUser(2), { ...aUser(3), [part]: bad }], draft),
        ),
      },
      'organisation.importDepartments': {
        'no departments': ({ organisation }) => organisation.importDepartments(),
        'no name': ({ organisation }) =>
          organisation.importDepartments([aDepartment(1), { ...aDepartment(2), name: undefined }]),
      },
    };

    for (const [method, bad] of Object.entries(calls)) {
      it(`reject, and write nothing: ${method}`, async () => {
        for (const [what, call] of Object.entries(bad)) {
          // A call that throws at once fails here.
          const asked = call(stores as unknown as Untyped);
          const thrown = await asked.then(
            () => undefined,
            (error: unknown) => error,
          );
          expect(thrown, what).to.be.instanceOf(Error);
        }
        expect([...(await stores.permissions.find(anId(1)))._unsafeUnwrap()]).to.deep.equal(['service.a']);
        expect((await stores.users.list())._unsafeUnwrap()).to.have.length(1);
        expect((await stores.departments.list({ start: 0 }))._unsafeUnwrap().total).to.equal(0);
        const made = await stores.permissions.change([request], AS_IT_COMES);
        expect(made._unsafeUnwrap()[0]).to.have.nested.property('entry.id', 2);
      });
    }

    it('find nobody under a text that is no id', async () => {
      for (const text of ['', 'x', '\0', '\ud800', `'; drop table users; --`]) {
        const found = await stores.permissions.find(text as ReturnType<typeof anId>);
        expect(found._unsafeUnwrapErr(), text).to.deep.equal({ type: 'user-not-found', user: text });
      }
    });
  });
}

/** What every store does with records of a copy that cannot be read: what their reader throws is not the store's failure. */
function describeThrowingRecords(open: OpenOrganisation): void {
  it('Stores throw on what the records of a copy throw, and keep nothing of it', async () => {
    const stores = await open();
    const records = async function* () {
      yield ok({ type: 'department', department: aDepartment(1) } as const);
      throw new Error('a bug of the reader');
    };
    const thrown = await stores.archive.write(records()).then(undefined, (error: unknown) => error);
    expect(thrown).to.be.instanceOf(Error).with.property('message', 'a bug of the reader');
    expect((await stores.departments.list({ start: 0 }))._unsafeUnwrap().total).to.equal(0);
    await stores.close();
  });
}

function mapped(
  bad: Readonly<Record<string, unknown>>,
  call: (bad: unknown, stores: Untyped, name: string) => PromiseLike<unknown>,
): Record<string, (stores: Untyped) => PromiseLike<unknown>> {
  return Object.fromEntries(
    Object.entries(bad).map(([name, value]) => [name, (stores: Untyped) => call(value, stores, name)]),
  );
}

/** The ports as they are without types. */
type Untyped = {
  readonly [Port in keyof OrganisationPorts]: {
    readonly [Method in keyof OrganisationPorts[Port]]: (...given: unknown[]) => PromiseLike<unknown>;
  };
};
