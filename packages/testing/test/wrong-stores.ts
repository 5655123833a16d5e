import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import {
  type AuditDraft,
  type AuditEntry,
  type AuditLog,
  type AuditRecord,
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
  type StoreUnavailable,
} from '@ops-admin/core';
import { AuditChain } from '@ops-admin/core/adapter';
import { aUser, type InMemoryOrganisationPorts } from '@ops-admin/testing';
import {
  type ChangeOfOthers,
  makeChangeOfOthers,
  type OpenedStore,
  type StoreSetting,
} from '@ops-admin/testing/contracts';
import { openInMemory } from './open-in-memory.ts';

type Data = InMemoryOrganisationPorts & OpenedStore;
type Ports = Pick<Data, 'audit' | 'departments' | 'organisation' | 'permissions' | 'users'>;
type Change = PermissionStore['change'];
type Changed = Awaited<ReturnType<Change>>;

/** What all openings of a store share. */
class Shared {
  readonly data: Data;
  /** The number of writes until one fails, once. */
  writesBefore: number | undefined;
  /** What others do after each statement of reads. */
  meanwhile: (() => Promise<unknown>)[] = [];
  /** Whether the database keeps nothing of what is written, and says nothing. */
  swallows = false;
  #lock: Promise<unknown> = Promise.resolve();

  constructor(data: Data) {
    this.data = data;
  }

  /** Counts a write; gives what it fails with, if it does. */
  write(): Changed | undefined {
    if (this.writesBefore === undefined || this.writesBefore-- > 0) return undefined;
    this.writesBefore = undefined;
    return err(unavailable());
  }

  /** After a statement of a read. */
  async read(): Promise<void> {
    await this.meanwhile.shift()?.();
  }

  /** Waits for the changes before. */
  async inTurn(work: () => PromiseLike<Changed>, waitMs = 5000): Promise<Changed> {
    const turn = await this.lock(waitMs);
    if (!turn) return err({ ...unavailable(), isBusy: true });
    try {
      return await work();
    } finally {
      turn();
    }
  }

  /** Takes the lock, and gives what lets go of it; nothing if it cannot be taken in time. */
  async lock(waitMs = 5000): Promise<(() => void) | undefined> {
    let letGo = (): void => {};
    const before = this.#lock;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    this.#lock = before.then(() => held);
    const given = new AbortController();
    const inTime = await Promise.race([
      before.then(() => true),
      sleep(waitMs, false, { signal: given.signal }).catch(() => false),
    ]);
    given.abort();
    if (inTime) return letGo;
    letGo();
    return undefined;
  }
}

const unavailable = (): StoreUnavailable => ({
  type: 'store-unavailable',
  cause: new Error('the disk is gone'),
});

/** One opening of a store that can fail. */
interface Opening {
  readonly setting: StoreSetting;
  readonly shared: Shared;
  isBroken: boolean;
}

/** Makes something wrong of the ports of one opening. */
export type Mistake = (ports: Ports, opening: Opening) => Partial<Ports> | Promise<Partial<Ports>>;

/** A store over the one in memory, to be run through the suites. */
export interface TestStore extends Ports, OpenedStore<keyof Ports> {
  readonly opening: Opening;
}

/** How the suites open a store with a mistake, and what can be done to it. */
export function storeWith(mistake: Mistake) {
  const openOver = async (shared: Shared, setting: StoreSetting): Promise<TestStore> => {
    const opening = { setting, shared, isBroken: false };
    const right = thatCanFail(opening);
    return { ...right, ...(await mistake(right, opening)), opening, close: async () => {} };
  };
  return {
    open: async (setting: StoreSetting): Promise<TestStore> =>
      openOver(new Shared(await openInMemory(setting)), setting),
    options: {
      break: ({ opening }: TestStore): void => {
        opening.isBroken = true;
      },
      reopen: ({ opening }: TestStore): Promise<TestStore> => openOver(opening.shared, opening.setting),
      failDuringChange: async ({ opening: { shared } }: TestStore, writesBefore: number) => {
        shared.writesBefore = writesBefore;
        return () => {
          shared.writesBefore = undefined;
        };
      },
      holdLock: async ({ opening: { shared } }: TestStore): Promise<() => void> =>
        (await shared.lock()) ?? (() => {}),
      changeDuringRead: ({ opening: { shared } }: TestStore, changes: readonly ChangeOfOthers[]) => {
        shared.meanwhile = changes.map((change) => () => makeChangeOfOthers(shared.data, change));
        return () => {
          shared.meanwhile = [];
        };
      },
      swallow: ({ opening: { shared } }: TestStore) => {
        shared.swallows = true;
        return () => {
          shared.swallows = false;
        };
      },
    },
  };
}

/** The ports of the store in memory, as those of a store on a disk that others use too. */
function thatCanFail(opening: Opening): Ports {
  const { setting, shared } = opening;
  const { audit, departments, organisation, permissions, users } = shared.data;
  const unlessBroken =
    <Given extends unknown[], T, E>(method: (...given: Given) => ResultAsync<T, E>) =>
    (...given: Given): ResultAsync<T, E | StoreUnavailable> =>
      opening.isBroken ? errAsync(unavailable()) : method(...given);
  const alone = withChange(permissions, (requests, options) =>
    options.dryRun
      ? permissions.change(requests, options)
      : shared.inTurn(
          async () =>
            shared.write() ?? (shared.swallows ? err(unavailable()) : permissions.change(requests, options)),
          setting.waitMs,
        ),
  );
  /** One statement, after which others can come. */
  const ofOneStatement = <T, E>(read: ResultAsync<T, E>): ResultAsync<T, E> =>
    new ResultAsync(
      (async () => {
        const answer = await read;
        await shared.read();
        return answer;
      })(),
    );
  return {
    permissions: {
      find: unlessBroken((userId) => permissions.find(userId)),
      findExpired: unlessBroken((limit) => permissions.findExpired(limit)),
      change: unlessBroken((requests, options) => alone.change(requests, options)),
    },
    audit: {
      list: unlessBroken((query) => audit.list(query)),
      find: unlessBroken((id) => audit.find(id)),
      newestOf: unlessBroken((userId) => audit.newestOf(userId)),
      batches: unlessBroken((query) => audit.batches(query)),
      records: unlessBroken((afterId, limit) => audit.records(afterId, limit)),
      newestId: unlessBroken(() => audit.newestId()),
      namedPermissions: unlessBroken((among) => audit.namedPermissions(among)),
      archives: unlessBroken(() => audit.archives()),
      archivedSets: unlessBroken((afterUserId, limit) => audit.archivedSets(afterUserId, limit)),
    },
    departments: {
      list: unlessBroken((range) => ofOneStatement(departments.list(range))),
      idsNamed: unlessBroken((names) => departments.idsNamed(names)),
    },
    organisation: {
      importDepartments: unlessBroken((records) => organisation.importDepartments(records)),
      importUsers: unlessBroken((records, draft, options) =>
        organisation.importUsers(records, draft, options),
      ),
    },
    users: {
      list: unlessBroken(() => users.list()),
      search: unlessBroken((search) => ofOneStatement(users.search(search))),
      find: unlessBroken((userId) => users.find(userId)),
      summaries: unlessBroken((userIds) => users.summaries(userIds)),
      findByEmail: unlessBroken((email) => users.findByEmail(email)),
      idsByEmail: unlessBroken((emails) => users.idsByEmail(emails)),
      findByIdentity: unlessBroken((identity) => users.findByIdentity(identity)),
      heldPermissions: unlessBroken((among) => users.heldPermissions(among)),
      countHolders: unlessBroken((some) => users.countHolders(some)),
      countHoldersOfModules: unlessBroken((some) => users.countHoldersOfModules(some)),
      rightsOf: unlessBroken((keys) => users.rightsOf(keys)),
      grants: (search) => users.grants(search),
    },
  };
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
      const sealed = new Map<number, AuditRecord>();
      return {
        audit: {
          ...audit,
          records: (afterId, limit) =>
            audit
              .records(afterId, limit)
              .map((records) => records.map((record) => sealed.get(record.id) ?? record)),
        },
        permissions: withChange(permissions, async (requests, options) => {
          const outcomes = await permissions.change(requests, options);
          const first = entriesOf(outcomes)[0]?.seal?.previous ?? '';
          for (const outcome of outcomes.unwrapOr([])) {
            const { change, entry, userId } = outcome.type === 'made' ? outcome : {};
            if (!entry || !change || !userId) continue;
            const end = { id: entry.id - 1, digest: first, keyId: null, signature: null };
            const trail = { sinceSets: 0, profile: entry.profile ?? '' };
            const user = { ...aUser(1), salt: '' };
            const { seal } = new AuditChain(signer, end, () => trail).append(
              userId,
              change,
              draftOfEntry(entry),
              true,
              { before: user, after: user },
            ).record;
            const [record] = (await audit.records(entry.id - 1, 1))._unsafeUnwrap();
            if (record) sealed.set(entry.id, { ...record, seal });
          }
          return outcomes;
        }),
      };
    },
    noticedBy: 'makes them in their order, each on those before it, with its entry',
  },
  'rejects where it fails': {
    mistake: ({ audit, permissions }) => ({
      audit,
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
    mistake: ({ audit, permissions }, opening) => ({
      permissions,
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
    mistake: ({ audit, permissions }) => ({
      audit,
      permissions: {
        ...permissions,
        find: (userId) => permissions.find(userId).mapErr(() => ({ type: 'user-not-found', user: userId })),
      },
    }),
    noticedBy:
      'PermissionStore contract: a store that fails: answers store-unavailable from every method, and neither throws nor rejects',
  },
  'takes a bug of its caller for a failure of its own': {
    mistake: ({ audit, permissions }) => ({
      audit,
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
    noticedBy: 'shows in each at once what was changed in the other, and goes on from there',
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
    noticedBy: 'shows in each at once what was changed in the other, and goes on from there',
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
      'AuditLog contract: a store that is opened twice: shows in each at once what was written in the other',
  },
  'loses changes made at once': {
    mistake: ({ audit, permissions }) => ({ audit, permissions: readingFirst(permissions) }),
    noticedBy: 'PermissionStore contract: loses no change of many at once',
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
    noticedBy: 'loses no change of many that are made in both at once',
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
            setImmediate(() => unwritten.clear());
            return permissions.change(requests, options);
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
  'does not judge the actor': {
    mistake: withOptions(({ actor: _, ...options }) => options),
    noticedBy: 'with an actor: refuses an actor without the right, and an unknown actor',
  },
  'judges the actor before the transaction': {
    mistake: ({ audit, permissions }) => ({
      audit,
      permissions: withChange(permissions, async (requests, { actor, ...options }) => {
        const judged = await permissions.change([], { ...options, ...(actor && { actor }), dryRun: true });
        await nextTurn();
        return judged.isErr() ? judged : permissions.change(requests, options);
      }),
    }),
    noticedBy: 'lets exactly one of two succeed at once where each loses the right by the other',
  },
  'goes on for an actor whose token has expired': {
    mistake: withOptions(({ actor, ...options }) => ({
      ...options,
      ...(actor && { actor: { userId: actor.userId, mustHold: actor.mustHold } }),
    })),
    noticedBy: 'with an actor: refuses an actor whose token has expired',
  },
  'writes sets before their entries, on another connection': {
    mistake: ({ permissions }, opening) => ({
      permissions: withChange(permissions, async (requests, options) => {
        if (options.dryRun || opening.isBroken) return permissions.change(requests, options);
        const { setting, shared } = opening;
        const { data } = shared;
        return shared.inTurn(async () => {
          const users = await data.users.list().unwrapOr([]);
          const planned = await data.permissions.change(requests, { ...options, dryRun: true });
          const stopped = shared.write();
          if (stopped) return stopped;
          for (const outcome of planned.unwrapOr([]))
            if (outcome.type === 'made') data.tamper(outcome.userId, [...outcome.change.after]);
          const stoppedBetween = shared.write();
          if (stoppedBetween) return stoppedBetween;
          for (const { id, permissions: before } of users) data.tamper(id, [...before]);
          return data.permissions.change(requests, options);
        }, setting.waitMs);
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
    mistake: ({ permissions }, { shared }) => ({
      permissions: withChange(permissions, (requests, options) =>
        permissions.change(requests, { ...options, ...(shared.swallows && { dryRun: true }) }),
      ),
    }),
    noticedBy: 'makes no change of which the database does not keep its entry',
  },
  'has a clock of its own that is an hour fast': {
    mistake: ({ permissions }, { setting: { clock = () => new Date(Date.now() + 3_600_000) } }) => ({
      permissions: judgingFirst(permissions, clock),
    }),
    noticedBy: 'judges time by its own clock where it is given none, right to the minute',
  },
  'never says that it is busy': {
    mistake: ({ permissions }) => ({
      permissions: withChange(permissions, async (requests, options) =>
        (await permissions.change(requests, options)).mapErr((error) =>
          error.type === 'store-unavailable' ? unavailable() : error,
        ),
      ),
    }),
    noticedBy: 'says that the store is busy where it waited in vain, and then it was not made',
  },
  'makes a change of which it said that it was too busy': {
    mistake: ({ permissions }, { shared }) => ({
      permissions: withChange(permissions, async (requests, options) => {
        const changed = await permissions.change(requests, options);
        if (changed.isErr() && changed.error.type === 'store-unavailable' && changed.error.isBusy)
          await shared.data.permissions.change(requests, options);
        return changed;
      }),
    }),
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
    noticedBy: 'writes no entry for a change of a run that changed nothing',
  },
  'writes no entry for what changed nothing': {
    mistake: withRequests(({ draft, ...request }) => ({ ...request, draft: { batch: 'all', ...draft } })),
    noticedBy: 'writes an entry for a change that changed nothing',
  },
  'makes changes that were planned on an older entry': {
    mistake: withRequests(({ asOf: _, ...request }) => request),
    noticedBy: 'makes a change only while the entry it was planned on is the newest of the user',
  },
  'gives no outcome for an unknown user': {
    mistake: withOutcomes((outcomes) => outcomes.filter(({ type }) => type !== 'user-not-found')),
    noticedBy: 'passes over an unknown user',
  },
  'gives sets in another order': {
    mistake: ({ audit, permissions }) => ({
      audit,
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
    noticedBy: 'adds up to that, and refuses what would go above',
  },
  'gives an identity to many': {
    mistake: ({ audit, permissions }) => ({
      audit,
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
      records: (afterId, limit) =>
        audit.records(afterId, limit).map((all) => all.map((record) => ({ ...record, actor: 'nobody' }))),
    })),
    noticedBy: 'AuditLog contract: lists entries oldest first',
  },
  'signs nothing': {
    mistake: withLog((audit) => ({
      ...audit,
      records: (afterId, limit) =>
        audit.records(afterId, limit).map((all) =>
          all.map((record) => {
            const { digest, previous } = record.seal;
            return { ...record, seal: { previous, digest } };
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
  return ({ audit, permissions }) => ({
    audit,
    permissions: {
      ...permissions,
      change: (requests, options) => permissions.change(requests, alter(options)),
    },
  });
}

function withRequests(alter: (request: ChangeRequest) => ChangeRequest): Mistake {
  return ({ audit, permissions }) => ({
    audit,
    permissions: {
      ...permissions,
      change: (requests, options) => permissions.change(requests.map(alter), options),
    },
  });
}

function withOutcomes(alter: (outcomes: readonly ChangeOutcome[]) => readonly ChangeOutcome[]): Mistake {
  return ({ audit, permissions }) => ({
    audit,
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

/** What an entry was drafted as. */
function draftOfEntry(entry: AuditEntry): AuditDraft {
  const { after, added, before, id, identity, profile, removed, seal, userId, ...draft } = entry;
  const { subjectDigest, subjectSalt, ...rest } = draft;
  return { ...rest, ...(identity?.subject !== undefined && { identity: { subject: '', ...identity } }) };
}
