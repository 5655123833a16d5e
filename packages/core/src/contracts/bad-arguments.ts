import { expect } from 'chai';
import { AS_IT_COMES, aDepartment, aDraft, anId, aRequest, aUser } from '../fakes/fixtures.js';
import type { OrganisationPorts } from '../fakes/in-memory-organisation.js';
import { ok } from '../index.js';
import type { OpenOrganisation } from './open-organisation.js';

/**
 * What every store does with an argument that no type allows: the result rejects, never before it is there and never as
 * `store-unavailable`, and nothing is written. `describe` and `it` may be those of any runner.
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
    const calls: Record<string, (stores: Untyped) => PromiseLike<unknown>> = {
      'permissions.find without an id': ({ permissions }) => permissions.find(),
      'permissions.find of null': ({ permissions }) => permissions.find(null),
      'permissions.find of a symbol': ({ permissions }) => permissions.find(Symbol('id')),
      'permissions.find of an object': ({ permissions }) => permissions.find({}),
      'permissions.change of nothing': ({ permissions }) => permissions.change(),
      'permissions.change without options': ({ permissions }) => permissions.change([request]),
      'permissions.change of no request': ({ permissions }) => permissions.change([undefined], AS_IT_COMES),
      ...Object.fromEntries(
        Object.entries({
          'a symbol for a user': { ...request, userId: Symbol('id') },
          'no change': { ...request, change: undefined },
          'a change of no kind': { ...request, change: { ...change, action: 'take' } },
          'no permissions to set': { ...request, change: { action: 'set' } },
          'a number for a permission': { ...request, change: { action: 'set', permissions: ['a', 1] } },
          'a text for the permissions': {
            ...request,
            change: { action: 'remove', permissions: 'service.a' },
          },
          'half a renaming': { ...request, change: { action: 'rename', renaming: { from: 'service.a' } } },
          'half an identity': { ...request, change: { action: 'link', identity: { issuer: 'i' } } },
          'no draft': { userId: anId(1), change },
        }).flatMap(([what, bad]) => [
          [
            `permissions.change with ${what}`,
            (on: Untyped) => on.permissions.change([request, bad], AS_IT_COMES),
          ],
          [
            `a dry run with ${what}`,
            (on: Untyped) => on.permissions.change([request, bad], { ...AS_IT_COMES, dryRun: true }),
          ],
        ]),
      ),
      ...Object.fromEntries(
        Object.entries({ actor: undefined, time: 5, source: 'mail', action: 'take', requested: [{}] }).map(
          ([part, value]) => [
            `permissions.change with a wrong ${part} in its draft`,
            ({ permissions }: Untyped) =>
              permissions.change([request, { ...request, draft: { ...draft, [part]: value } }], AS_IT_COMES),
          ],
        ),
      ),
      'users.find of null': ({ users }) => users.find(null),
      'users.findByEmail of nothing': ({ users }) => users.findByEmail(),
      'users.findByEmail of a symbol': ({ users }) => users.findByEmail(Symbol('e-mail')),
      'users.findByIdentity of nothing': ({ users }) => users.findByIdentity(),
      'users.findByIdentity of half': ({ users }) => users.findByIdentity({ issuer: 'i' }),
      'users.summaries of nothing': ({ users }) => users.summaries(),
      'users.summaries of symbols': ({ users }) => users.summaries([Symbol('id')]),
      'users.search of nothing': ({ users }) => users.search(),
      'users.search of no place': ({ users }) => users.search({ start: Number.NaN }),
      'users.search of a symbol': ({ users }) => users.search({ start: 0, search: Symbol('text') }),
      'departments.list of nothing': ({ departments }) => departments.list(),
      'departments.list from before the first': ({ departments }) => departments.list({ start: -1 }),
      'departments.list of halves': ({ departments }) => departments.list({ start: 0, end: 1.5 }),
      'audit.list of nothing': ({ audit }) => audit.list(),
      'audit.list of no number': ({ audit }) => audit.list({ limit: Number.NaN }),
      'audit.list of a symbol': ({ audit }) => audit.list({ limit: 1, actor: Symbol('actor') }),
      'audit.find of a text': ({ audit }) => audit.find('one'),
      'audit.batches of nothing': ({ audit }) => audit.batches(),
      'audit.records of no number': ({ audit }) => audit.records(Number.NaN, 10),
      'audit.records of less than none': ({ audit }) => audit.records(0, -1),
      'audit.archivedSets of nothing': ({ audit }) => audit.archivedSets(),
      'keeper.seal of nothing': ({ keeper }) => keeper.seal(undefined, 1),
      'keeper.archive of nothing': ({ keeper }) => keeper.archive(),
      'importUsers of nothing': ({ organisation }) => organisation.importUsers(undefined, draft),
      'importUsers of no user': ({ organisation }) => organisation.importUsers([aUser(2), undefined], draft),
      'importUsers without e-mails': ({ organisation }) =>
        organisation.importUsers([aUser(2), { ...aUser(3), emails: undefined }], draft),
      'importUsers with half an identity': ({ organisation }) =>
        organisation.importUsers([aUser(2), { ...aUser(3), identities: [{ issuer: 'i' }] }], draft),
      'importUsers with a number for a permission': ({ organisation }) =>
        organisation.importUsers([aUser(2), { ...aUser(3), permissions: [1] }], draft),
      'importUsers without a draft': ({ organisation }) =>
        organisation.importUsers([aUser(2), aUser(3, { permissions: ['service.a'] })]),
      'importDepartments of nothing': ({ organisation }) => organisation.importDepartments(),
      'importDepartments without a name': ({ organisation }) =>
        organisation.importDepartments([aDepartment(1), { ...aDepartment(2), name: undefined }]),
    };

    for (const [what, call] of Object.entries(calls)) {
      it(`reject: ${what}`, async () => {
        // A call that throws at once fails here.
        const asked = call(stores as unknown as Untyped);
        const outcome = await Promise.resolve(asked).then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        );
        expect(outcome).to.have.property('error').that.is.instanceOf(Error);

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

/** The ports as they are without types. */
type Untyped = {
  readonly [Port in keyof OrganisationPorts]: {
    readonly [Method in keyof OrganisationPorts[Port]]: (...given: unknown[]) => PromiseLike<unknown>;
  };
};
