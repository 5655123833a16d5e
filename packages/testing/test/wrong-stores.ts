import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AuditDraft,
  type AuditEntry,
  type AuditLog,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  type Clock,
  err,
  errAsync,
  type ObjectId,
  ok,
  PERMISSIONS_PER_USER,
  PermissionSet,
  type PermissionStore,
  ResultAsync,
} from '@ops-admin/core';
import { AuditChain } from '@ops-admin/core/adapter';
import { aUser, type OrganisationPorts } from '@ops-admin/testing';
import type { OpenedStore, StoreSetting, SwallowedRows } from '@ops-admin/testing/contracts';
import {
  openInMemory,
  openTemporaryOrganisation,
  SUITE_OPTIONS,
  type TemporaryOrganisation,
} from '../../adapter-sqlite/test/open-temporary.ts';

type Ports = Pick<OrganisationPorts, 'audit' | 'departments' | 'organisation' | 'permissions' | 'users'>;
type Change = PermissionStore['change'];
type Changed = Awaited<ReturnType<Change>>;

/** How a store was opened, and how to change its database. */
interface Opening {
  readonly setting: StoreSetting;
  readonly tamper: TemporaryOrganisation['tamper'];
  isBroken: boolean;
  /** Whether the database keeps nothing of what is written, and says nothing. */
  swallows: boolean;
}

/** Makes something wrong of the ports of one opening. */
export type Mistake = (ports: Ports, opening: Opening) => Partial<Ports> | Promise<Partial<Ports>>;

/** A store over a SQLite file, to be run through the suites. */
interface TestStore extends TemporaryOrganisation {
  readonly opening: Opening;
}

/** Opens stores with a mistake for the suites: in memory, or in a file, to which more can be done. */
export function storeWith(mistake: Mistake) {
  const { break: breakStore, reopen, swallow } = SUITE_OPTIONS;
  const withMistake = async <Opened extends OpenedStore>(
    store: Opened,
    opening: Opening,
  ): Promise<Opened> => {
    const { audit, departments, organisation, permissions, users } = store;
    const ports = {
      audit: bound(audit),
      departments: bound(departments),
      organisation: bound(organisation),
      permissions: bound(permissions),
      users: bound(users),
    };
    return { ...store, ...(await mistake(ports, opening)) };
  };
  const asOpened = { tamper: async () => {}, isBroken: false, swallows: false };
  return {
    open: async (setting: StoreSetting): Promise<OpenedStore> =>
      withMistake(await openInMemory(setting), { ...asOpened, setting }),
    openFile: async (setting: StoreSetting): Promise<TestStore> => {
      const store = await openTemporaryOrganisation(setting);
      const opening = { ...asOpened, setting, tamper: store.tamper };
      return { ...(await withMistake(store, opening)), opening };
    },
    options: {
      ...SUITE_OPTIONS,
      break: async (store: TestStore): Promise<void> => {
        store.opening.isBroken = true;
        await breakStore(store);
      },
      reopen: async (store: TestStore): Promise<OpenedStore> =>
        withMistake(await reopen(store), store.opening),
      swallow: (store: TestStore, rows: SwallowedRows) => {
        store.opening.swallows = true;
        const end = swallow(store, rows);
        return () => {
          store.opening.swallows = false;
          end();
        };
      },
    },
  };
}

/** The methods of a port as properties, so that a copy has them. */
function bound<Port extends object>(port: Port): Port {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(port)) as (keyof Port)[];
  const methods = names.map((name) => [name, port[name]] as const);
  return Object.fromEntries(
    methods.map(([name, method]) => [name, (method as () => void).bind(port)]),
  ) as Port;
}

/** Makes changes in another order than they were asked for, but one after the other: which is right. */
export const inAnotherOrder: Mistake = ({ permissions }) => {
  const waiting: (() => Promise<void>)[] = [];
  return {
    permissions: withChange(
      permissions,
      (requests, options) =>
        new Promise<Changed>((resolve, reject) => {
          if (waiting.length === 0) {
            setImmediate(async () => {
              for (const make of waiting.splice(0).reverse()) await make();
            });
          }
          waiting.push(() => Promise.resolve(permissions.change(requests, options)).then(resolve, reject));
        }),
    ),
  };
};

/** A store that is wrong in one thing. */
export interface WrongStore {
  readonly mistake: Mistake;
  /** The end of the title of a test that notices. */
  readonly noticedBy: string;
}

/** Every mistake that the suites have to notice, by what it does. */
export const WRONG_STORES: Readonly<Record<string, WrongStore>> = {
  'breaks the chain inside a change of several requests': {
    mistake: ({ audit, permissions }, { setting: { signer } }) => {
      // The entries of a call are all sealed after the one before the call.
      const sealed = new Map<number, AuditEntry>();
      return {
        audit: {
          ...audit,
          list: (query) =>
            audit.list(query).map((entries) => entries.map((entry) => sealed.get(entry.id) ?? entry)),
        },
        permissions: withChange(permissions, async (requests, options) => {
          const outcomes = await permissions.change(requests, options);
          const first = entriesOf(outcomes)[0]?.seal?.previous ?? '';
          for (const outcome of outcomes.unwrapOr([])) {
            const { change, entry, userId } = outcome.type === 'made' ? outcome : {};
            if (!entry || !change || !userId) continue;
            const end = { id: entry.id - 1, digest: first, keyId: null, signature: null };
            const user = { ...aUser(1), salt: '' };
            const { seal } = new AuditChain(signer, end, new Map([[userId, entry.profile ?? '']])).append(
              userId,
              change,
              draftOfEntry(entry),
              true,
              { before: user, after: user },
            );
            const [kept] = (await audit.list({ afterId: entry.id - 1, limit: 1 }))._unsafeUnwrap();
            if (kept) sealed.set(entry.id, { ...kept, seal });
          }
          return outcomes;
        }),
      };
    },
    noticedBy: 'makes them in their order, each on those before it, with its entry',
  },
  'rejects where it fails': {
    mistake: ({ permissions }) => ({
      permissions: {
        ...permissions,
        find: (userId) =>
          new ResultAsync(
            Promise.resolve(permissions.find(userId)).then((found) => {
              if (found.isErr() && found.error.type === 'store-unavailable') throw found.error.cause;
              return found;
            }),
          ),
      },
    }),
    noticedBy:
      'PermissionStore contract: a store that fails: answers store-unavailable from every method, and neither throws nor rejects',
  },
  'throws before it returns where it fails': {
    mistake: ({ audit }, opening) => ({
      audit: {
        ...audit,
        batches: (query) => {
          if (opening.isBroken) throw new Error('the disk is gone');
          return audit.batches(query);
        },
      },
    }),
    noticedBy:
      'AuditLog contract: a store that fails: answers store-unavailable from every method, and neither throws nor rejects',
  },
  'answers that nobody is there where it fails': {
    mistake: ({ permissions }) => ({
      permissions: {
        ...permissions,
        find: (userId) => permissions.find(userId).mapErr(() => ({ type: 'user-not-found', user: userId })),
      },
    }),
    noticedBy:
      'PermissionStore contract: a store that fails: answers store-unavailable from every method, and neither throws nor rejects',
  },
  'takes a bug of its caller for a failure of its own': {
    mistake: ({ permissions }) => ({
      permissions: withChange(permissions, (requests, options) =>
        Promise.resolve(permissions.change(requests, options)).catch((cause: unknown) =>
          err({ type: 'store-unavailable' as const, cause }),
        ),
      ),
    }),
    noticedBy: 'rejects an invalid request, and makes none of the others',
  },
  'never writes what it has in memory': {
    mistake: (_, { setting }) => openInMemory(setting),
    noticedBy: 'shows in each opening immediately what the other changed, and continues from there',
  },
  'has a cache of sets for each opening': {
    mistake: ({ audit, permissions }) => {
      const cache = new Map<ObjectId, PermissionSet>();
      return {
        audit,
        permissions: {
          ...permissions,
          find: (userId) => {
            const known = cache.get(userId);
            if (known) return new ResultAsync(Promise.resolve(ok(known)));
            return permissions.find(userId).map((set) => {
              cache.set(userId, set);
              return set;
            });
          },
          change: (requests, options) => {
            for (const { userId } of requests) cache.delete(userId);
            return permissions.change(requests, options);
          },
        },
      };
    },
    noticedBy: 'shows in each opening immediately what the other changed, and continues from there',
  },
  'has a cache of entries for each opening': {
    mistake: ({ audit, permissions }) => {
      let cache = new Map<string, readonly AuditEntry[]>();
      return {
        permissions: withChange(permissions, (requests, options) => {
          cache = new Map();
          return permissions.change(requests, options);
        }),
        audit: {
          ...audit,
          list: (query) => {
            const known = cache.get(JSON.stringify(query));
            if (known) return new ResultAsync(Promise.resolve(ok(known)));
            return audit.list(query).map((entries) => {
              cache.set(JSON.stringify(query), entries);
              return entries;
            });
          },
        },
      };
    },
    noticedBy:
      'AuditLog contract: a store that is opened twice: shows in each opening immediately what the other wrote',
  },
  'loses changes made at once': {
    mistake: ({ audit, permissions }) => ({ audit, permissions: readingFirst(permissions) }),
    noticedBy: 'PermissionStore contract: loses no change of many that are made concurrently',
  },
  'lets changes follow each other in one opening alone': {
    mistake: ({ audit, permissions }) => {
      let last: Promise<unknown> = Promise.resolve();
      const reading = readingFirst(permissions);
      return {
        audit,
        permissions: withChange(reading, (requests, options) => {
          const changed = last.then(() => reading.change(requests, options));
          last = changed;
          return changed;
        }),
      };
    },
    noticedBy: 'loses no change of many that both make concurrently',
  },
  'answers before it has written': {
    mistake: ({ audit, permissions }) => {
      const unwritten = new Map<ObjectId, Awaited<ReturnType<PermissionStore['find']>>>();
      return {
        audit,
        permissions: {
          ...permissions,
          find: (userId) =>
            new ResultAsync(Promise.resolve(unwritten.get(userId) ?? permissions.find(userId))),
          change: withChange(permissions, async (requests, options) => {
            for (const { userId } of requests) unwritten.set(userId, await permissions.find(userId));
            const changed = await permissions.change(requests, options);
            setImmediate(() => unwritten.clear());
            return changed;
          }).change,
        },
      };
    },
    noticedBy: 'PermissionStore contract: writes a removal and its entry',
  },
  'ignores atomic': {
    mistake: withOptions(({ atomic: _, ...options }) => options),
    noticedBy: 'with many changes: makes none of them where one fails, when asked to',
  },
  'ignores dryRun': {
    mistake: withOptions(({ dryRun: _, ...options }) => options),
    noticedBy: 'makes none of them in a dry run, and reports what it would have done',
  },
  'ignores keepAdmin': {
    mistake: withOptions((options) => ({ ...options, keepAdmin: false })),
    noticedBy: 'with admins: removes every admin except the last, when asked to',
  },
  'ignores dryRun of departments': {
    mistake: ({ organisation }) => ({
      organisation: {
        ...organisation,
        changeDepartments: (requests, options) =>
          organisation.changeDepartments(requests, { ...options, dryRun: false }),
      },
    }),
    noticedBy: 'makes no change of a department in a dry run, and reports what it would have done',
  },
  'changes departments for anybody': {
    mistake: ({ organisation }) => ({
      organisation: {
        ...organisation,
        changeDepartments: (requests, { dryRun }) => organisation.changeDepartments(requests, { dryRun }),
      },
    }),
    noticedBy: 'changes no department for an actor without the right',
  },
  'changes a department that is another than its caller has seen': {
    mistake: ({ organisation }) => ({
      organisation: {
        ...organisation,
        changeDepartments: (requests, options) =>
          organisation.changeDepartments(
            requests.map(({ asSeen: _, ...request }) => request),
            options,
          ),
      },
    }),
    noticedBy: 'changes only the record that its caller has seen, so that one of many such changes is made',
  },
  'changes a department of which it has a newer entry': {
    mistake: ({ organisation }) => ({
      organisation: {
        ...organisation,
        changeDepartments: (requests, options) =>
          organisation.changeDepartments(
            requests.map(({ asOf: _, ...request }) => request),
            options,
          ),
      },
    }),
    noticedBy: 'changes a department only while no newer entry is about it than the one that is named',
  },
  'does not judge the actor': {
    mistake: withOptions(({ actor: _, ...options }) => options),
    noticedBy:
      'with an actor: refuses an actor without the permission, and an unknown actor, in a dry run too',
  },
  'judges the actor before the transaction': {
    mistake: ({ permissions }) => ({
      permissions: withChange(permissions, async (requests, { actor, ...options }) => {
        const judged = await permissions.change([], { ...options, ...(actor && { actor }), dryRun: true });
        await nextTurn();
        return judged.isErr() ? judged : permissions.change(requests, options);
      }),
    }),
    noticedBy:
      'lets exactly one of two concurrent calls succeed where each actor loses the permission by the other',
  },
  'goes on for an actor whose token has expired': {
    mistake: withOptions(({ actor, ...options }) => ({
      ...options,
      ...(actor && { actor: { userId: actor.userId, mustHold: actor.mustHold } }),
    })),
    noticedBy: 'with an actor: judges time by the clock that it was opened with alone',
  },
  'writes sets before their entries, in transactions of their own': {
    mistake: ({ permissions }, { tamper }) => ({
      permissions: withChange(permissions, async (requests, options) => {
        if (options.dryRun) return permissions.change(requests, options);
        const planned = await permissions.change(requests, { ...options, dryRun: true });
        try {
          for (const outcome of planned.unwrapOr([]))
            if (outcome.type === 'made') await tamper(outcome.userId, [...outcome.change.after]);
        } catch (cause) {
          return err({ type: 'store-unavailable', cause });
        }
        return permissions.change(requests, options);
      }),
    }),
    noticedBy: 'PermissionStore contract: makes a call as a whole or not at all, whichever write fails',
  },
  'counts users and reads their page at two moments': {
    mistake: ({ users }) => ({
      users: {
        ...users,
        search: (search) =>
          users
            .search(search)
            .andThen(({ total }) => users.search(search).map((page) => ({ ...page, total }))),
      },
    }),
    noticedBy:
      'UserDirectory contract: gives a page and its total of one moment, whatever others change meanwhile',
  },
  'counts departments and reads their page at two moments': {
    mistake: ({ departments }) => ({
      departments: {
        idsNamed: (names) => departments.idsNamed(names),
        find: (id) => departments.find(id),
        list: (range) =>
          departments
            .list(range)
            .andThen(({ total }) => departments.list(range).map((page) => ({ ...page, total }))),
      },
    }),
    noticedBy:
      'DepartmentRepository contract: gives a page and its total of one moment, whatever others change meanwhile',
  },
  'reads a large page, and then its users one by one': {
    mistake: ({ users }) => ({
      users: {
        ...users,
        search: (search) =>
          users.search(search).andThen(({ total, users: found }) =>
            ResultAsync.combine(found.map(({ id }) => users.find(id))).map((some) => ({
              total,
              users: some.flatMap((user) => user ?? []),
            })),
          ),
      },
    }),
    noticedBy:
      'gives a large page of users and what they hold of one moment, whatever others change meanwhile',
  },
  'does not look whether the database kept what was written': {
    mistake: ({ permissions }, opening) => ({
      permissions: withChange(permissions, (requests, options) =>
        permissions.change(requests, { ...options, ...(opening.swallows && { dryRun: true }) }),
      ),
    }),
    noticedBy: 'makes no change of which the database does not keep its entry',
  },
  'has a clock of its own that is an hour fast': {
    mistake: ({ permissions }, { setting: { clock = () => new Date(Date.now() + 3_600_000) } }) => ({
      permissions: judgingFirst(permissions, clock),
    }),
    noticedBy: 'judges time by its own clock if it is given none, with an error below a minute',
  },
  'never says that it is busy': {
    mistake: ({ permissions }) => ({
      permissions: withChange(permissions, async (requests, options) =>
        (await permissions.change(requests, options)).mapErr((error) =>
          error.type === 'store-unavailable' ? { type: 'store-unavailable', cause: error.cause } : error,
        ),
      ),
    }),
    noticedBy: 'says that the store is busy where it waited in vain, and then it was not made',
  },
  'makes a change of which it said that it was too busy': {
    mistake: ({ permissions }) => {
      let late: ReturnType<Change> | undefined;
      return {
        permissions: {
          find: (userId) => new ResultAsync(Promise.resolve(late).then(() => permissions.find(userId))),
          findExpired: permissions.findExpired,
          change: withChange(permissions, async (requests, options) => {
            const changed = await permissions.change(requests, options);
            if (changed.isErr()) late = permissions.change(requests, options);
            return changed;
          }).change,
        },
      };
    },
    noticedBy: 'says that the store is busy where it waited in vain, and then it was not made',
  },
  'judges whether a token has expired before it waits for the lock': {
    mistake: ({ permissions }, { setting: { clock = () => new Date() } }) => ({
      permissions: judgingFirst(permissions, clock),
    }),
    noticedBy: 'judges whether the token has expired once it waits no more',
  },
  'judges time by another clock than that it was opened with': {
    mistake: ({ permissions }) => ({ permissions: judgingFirst(permissions, () => new Date()) }),
    noticedBy: 'with an actor: judges time by the clock that it was opened with alone',
  },
  'writes an entry for what changed nothing in a run': {
    mistake: withRequests(({ draft: { batch: _, ...draft }, ...request }) => ({ ...request, draft })),
    noticedBy: 'writes an entry for a change that changed nothing, except in a batch',
  },
  'writes no entry for what changed nothing': {
    mistake: withRequests(({ draft, ...request }) => ({ ...request, draft: { batch: 'all', ...draft } })),
    noticedBy: 'writes an entry for a change that changed nothing, except in a batch',
  },
  'makes changes that were planned on an older entry': {
    mistake: withRequests(({ asOf: _, ...request }) => request),
    noticedBy: 'makes a change only while the entry it was planned on is the newest of the user',
  },
  'gives no outcome for an unknown user': {
    mistake: withOutcomes((outcomes) => outcomes.filter(({ type }) => type !== 'user-not-found')),
    noticedBy: 'with many changes: makes none of them where one fails, when asked to',
  },
  'gives sets in another order': {
    mistake: ({ permissions }) => ({
      permissions: {
        ...permissions,
        find: (userId) => permissions.find(userId).map((set) => PermissionSet.of([...set].sort())),
      },
    }),
    noticedBy: 'finds the set in the order it was given',
  },
  [`takes more than ${PERMISSIONS_PER_USER} permissions`]: {
    mistake: withOutcomes((outcomes) =>
      outcomes.map((outcome) => {
        if (outcome.type !== 'too-many-permissions') return outcome;
        const change = PermissionSet.of([]).replaceWith(PermissionSet.of(['service.a']));
        return {
          type: 'made',
          userId: outcome.user,
          email: undefined,
          name: '',
          change,
          makesAdmin: false,
          leavesNoAdmin: false,
        };
      }),
    ),
    noticedBy: 'refuses what would go above 1000 permissions',
  },
  'gives an e-mail to many': {
    mistake: ({ permissions }) => ({
      permissions: withChange(permissions, async (requests, options) => {
        const outcomes = await permissions.change(requests, options);
        return outcomes.map((all) =>
          all.map((outcome): ChangeOutcome => {
            if (outcome.type !== 'email-taken') return outcome;
            const set = PermissionSet.of([]);
            return {
              type: 'made',
              userId: outcome.claimant,
              email: outcome.email,
              name: '',
              change: { before: set, after: set, added: [], removed: [] },
              person: 'updated',
              makesAdmin: false,
              leavesNoAdmin: false,
            };
          }),
        );
      }),
    }),
    noticedBy: 'refuses an e-mail of another user in any spelling, and says whose it is',
  },
  'judges an e-mail before it waits for others': {
    mistake: ({ permissions }) => ({
      permissions: withChange(permissions, async (requests, options) => {
        const judged = await permissions.change(requests, { ...options, dryRun: true });
        const isTaken = judged._unsafeUnwrap().some(({ type }) => type === 'email-taken');
        const made = await permissions.change(requests, options);
        return isTaken ? made : judged.isOk() ? judged : made;
      }),
    }),
    noticedBy: 'gives an e-mail to one of those who ask for it concurrently',
  },
  'gives an identity to many': {
    mistake: ({ permissions }) => ({
      permissions: withChange(permissions, async (requests, options) => {
        const outcomes = await permissions.change(requests, options);
        return outcomes.map((all) =>
          all.map((outcome): ChangeOutcome => {
            if (outcome.type !== 'identity-taken') return outcome;
            const set = PermissionSet.of([]);
            const change = { before: set, after: set, added: [], removed: [] };
            return {
              type: 'made',
              userId: outcome.claimant,
              email: undefined,
              name: '',
              change,
              link: 'linked',
              makesAdmin: false,
              leavesNoAdmin: false,
            };
          }),
        );
      }),
    }),
    noticedBy: 'refuses an identity of another user',
  },
  'forgets the reason': {
    mistake: withRequests(({ draft: { reason: _, ...draft }, ...request }) => ({ ...request, draft })),
    noticedBy: 'AuditLog contract: lists the entries with a part of a reason, without regard to case',
  },
  'alters an entry that it keeps': {
    mistake: withLog((audit) => ({
      ...audit,
      list: (query) => audit.list(query).map((all) => all.map((entry) => ({ ...entry, actor: 'nobody' }))),
    })),
    noticedBy: 'AuditLog contract: lists entries oldest first',
  },
  'signs nothing': {
    mistake: withLog((audit) => ({
      ...audit,
      list: (query) =>
        audit.list(query).map((all) =>
          all.map((entry) => {
            const { digest, previous } = entry.seal;
            return { ...entry, seal: { previous, digest } };
          }),
        ),
    })),
    noticedBy: 'AuditLog contract: lists entries oldest first',
  },
  'gives a page from its beginning again': {
    mistake: withLog((audit) => ({ ...audit, list: ({ afterId: _, ...query }) => audit.list(query) })),
    noticedBy: 'AuditLog contract: pages by the last id',
  },
  'lists the oldest entries first, whatever is asked for': {
    mistake: withLog((audit) => ({ ...audit, list: ({ newestFirst: _, ...query }) => audit.list(query) })),
    noticedBy: 'AuditLog contract: lists the newest first, and pages from there',
  },
};

function withChange(
  store: PermissionStore,
  change: (...given: Parameters<Change>) => PromiseLike<Changed>,
): PermissionStore {
  return { ...store, change: (...given) => new ResultAsync((async () => change(...given))()) };
}

function withOptions(alter: (options: ChangeOptions) => ChangeOptions): Mistake {
  return ({ permissions }) => ({
    permissions: {
      ...permissions,
      change: (requests, options) => permissions.change(requests, alter(options)),
    },
  });
}

function withRequests(alter: (request: ChangeRequest) => ChangeRequest): Mistake {
  return ({ permissions }) => ({
    permissions: {
      ...permissions,
      change: (requests, options) => permissions.change(requests.map(alter), options),
    },
  });
}

function withOutcomes(alter: (outcomes: readonly ChangeOutcome[]) => readonly ChangeOutcome[]): Mistake {
  return ({ permissions }) => ({
    permissions: {
      ...permissions,
      change: (requests, options) => permissions.change(requests, options).map(alter),
    },
  });
}

function withLog(alter: (audit: AuditLog) => AuditLog): Mistake {
  return ({ audit, permissions }) => ({ audit: alter(audit), permissions });
}

/** Reads a set, and writes it a little later with what is added, whatever was changed meanwhile. */
function readingFirst(permissions: PermissionStore): PermissionStore {
  return withChange(permissions, async (requests, options) => {
    const [request] = requests;
    if (requests.length !== 1 || request?.change.action !== 'add')
      return permissions.change(requests, options);
    const { change, draft, userId } = request;
    const held = await permissions.find(userId);
    if (held.isErr()) return err({ type: 'store-unavailable', cause: held.error });
    await nextTurn();
    const added = [...held.value, ...change.permissions];
    return permissions.change([{ userId, change: { action: 'set', permissions: added }, draft }], options);
  });
}

/** Judges whether a token has expired by this clock, and does not look again. */
function judgingFirst(permissions: PermissionStore, clock: Clock): PermissionStore {
  return withChange(permissions, (requests, { actor, ...options }) => {
    if (!actor) return permissions.change(requests, options);
    const { validUntil, ...judgedLater } = actor;
    if (validUntil && clock() >= validUntil) return errAsync({ type: 'actor-refused', reason: 'expired' });
    return permissions.change(requests, { ...options, actor: judgedLater });
  });
}

function entriesOf(changed: Changed): readonly AuditEntry[] {
  return changed.isErr()
    ? []
    : changed.value.flatMap((outcome) => (outcome.type === 'made' && outcome.entry ? [outcome.entry] : []));
}

/** The draft of an entry. */
function draftOfEntry(entry: AuditEntry): AuditDraft {
  const { after, added, before, id, identity, profile, removed, seal, userId, ...draft } = entry;
  const { subjectDigest, subjectSalt, ...rest } = draft;
  return { ...rest, ...(identity?.subject !== undefined && { identity: { subject: '', ...identity } }) };
}
