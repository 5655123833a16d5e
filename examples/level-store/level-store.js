import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, PermissionSet, ResultAsync } from '@ops-admin/core';
import {
  AuditChain,
  checkCount,
  checkInteger,
  checkText,
  checkTexts,
  endsJson,
  endsOf,
  foldKey,
  judgeChanges,
  NO_ENTRY,
  recordChanges,
  SealingKeyMissing,
  withEntries,
} from '@ops-admin/core/adapter';
import { ClassicLevel } from 'classic-level';
import { batchesFor, entriesFor } from './audit-queries.js';

/**
 * @import { AuditLog, AuditEntry, Clock, KeptUser, ObjectId, PermissionStore, Result, StoreUnavailable, TrailSigner, User, UserNotFound } from '@ops-admin/core'
 * @import { ChangeContext, RecordedChange, UserState } from '@ops-admin/core/adapter'
 * @typedef {KeptUser & { newestEntryId?: number, recorded?: string | undefined }} StoredUser with what the newest entry says of them
 */

const USERS = { gt: 'user ', lt: 'user!' };
const ENTRIES = { gt: 'entry ', lt: 'entry!' };
const ERASED = { gt: 'erased ', lt: 'erased!' };
const userKey = (/** @type {string} */ id) => `user ${id}`;
const erasedKey = (/** @type {string} */ id) => `erased ${id}`;
const entryKey = (/** @type {number} */ id) => `entry ${String(id).padStart(16, '0')}`;

/**
 * Permissions and their trail in a folder of LevelDB. A change reads all users, and a list the whole trail: where there are
 * many, keep indexes in addition.
 * @param {string} folder
 * @param {TrailSigner} signer
 * @param {{ clock?: Clock, waitMs?: number }} [options] by what time is judged, and how long a change waits for others
 */
export async function openLevelStore(folder, signer, { clock = () => new Date(), waitMs = 5000 } = {}) {
  /** @type {ClassicLevel<string, any>} */
  const db = new ClassicLevel(folder, { valueEncoding: 'json', multithreading: true });
  await db.open();

  /** @type {PermissionStore} */
  const permissions = {
    find: (userId) =>
      answer(async () => {
        checkText(userId, 'userId');
        const user = await db.get(userKey(userId));
        if (!user?.active) return err(/** @type {UserNotFound} */ ({ type: 'user-not-found', user: userId }));
        return ok(readUser(user).permissions.at(clock()));
      }),

    findExpired: (limit) =>
      answer(async () => {
        checkCount(limit, 'limit');
        const users = (await db.values(USERS).all()).map(readUser);
        const hasEnded = (/** @type {StoredUser} */ { permissions }) =>
          permissions.at(clock()) !== permissions;
        return ok(
          users
            .filter(hasEnded)
            .map(({ id }) => id)
            .slice(0, limit),
        );
      }),

    change: (requests, options) =>
      answer(() =>
        inTurn(resolve(folder), waitMs, async () => {
          const users = new Map((await db.values(USERS).all()).map(readUser).map((user) => [user.id, user]));
          const all = [...users.values()];
          const gone = new Set(await db.values(ERASED).all());
          const named = new Map(
            requests.flatMap(({ userId }) => {
              const user = users.get(userId);
              return user ? [[userId, stateOf(user)]] : [];
            }),
          );
          const [last] = await db.values({ ...ENTRIES, reverse: true, limit: 1 }).all();
          /** @type {ChangeContext} */
          const context = {
            newestEntryId: last?.id ?? 0,
            users: named,
            actor: options.actor && users.get(options.actor.userId),
            hasOtherAdmin: all.some(
              ({ active, id, permissions }) =>
                active && !named.has(id) && permissions.forGood().grants(options.adminPermission),
            ),
            emailOwnerOf: (email) => {
              const owner = all.find(({ emails }) => emails.some((own) => foldKey(own) === foldKey(email)));
              if (!owner) return undefined;
              const { active, emails, id, personalInformation } = owner;
              return { userId: id, email: emails[0], name: personalInformation.name, active };
            },
            ownerOf: ({ issuer, subject }) =>
              all.find(({ identities }) =>
                identities.some((own) => own.issuer === issuer && own.subject === subject),
              )?.id,
            // This store has no departments.
            hasDepartment: () => true,
            wasErased: (id) => gone.has(id),
            now: clock(),
          };

          // The chain continues only if the signature is genuine: no other program has added an entry.
          const { digest, keyId, signature = '' } = last?.seal ?? {};
          const end = last ? { id: last.id, digest, keyId, signature } : NO_ENTRY;
          const profiles = new Map([...users].map(([id, { recorded }]) => [id, recorded]));
          const chain = new AuditChain(signer, end, profiles);
          const batch = db.batch();
          /** @type {Set<ObjectId>} */
          const erased = new Set();
          const outcomes = judgeChanges(requests, options, context).map((judged) => {
            const toRecord = recordChanges(requests, judged, options);
            const last = toRecord.flat().at(-1);
            const record = (/** @type {RecordedChange} */ recorded) => {
              const { draft, userId } = recorded.request;
              const { made } = recorded;
              const before = users.get(userId);
              const salt = before?.salt ?? randomBytes(16).toString('base64url');
              const after = made.user ? { ...made.user, salt } : /** @type {StoredUser} */ (before);
              const profile = { ...(before && { before }), after };
              const entry = chain.append(userId, made.change, draft, recorded === last, profile);
              const newest = { newestEntryId: entry.id, recorded: entry.profile };
              const changed = { ...after, permissions: made.change.after, ...newest };
              users.set(userId, changed);
              batch.put(entryKey(entry.id), entry);
              if (made.person === 'erased') erased.add(userId);
              else batch.put(userKey(userId), writtenUser(changed));
              return entry;
            };
            return withEntries(
              judged,
              toRecord.map((changes) => changes.map(record)),
            );
          });
          for (const userId of erased) batch.del(userKey(userId)).put(erasedKey(userId), userId);
          // The audit log keeps only digests of an erased user's subjects: subjects are stored outside the entries.
          for (const { subjectSalt: _, ...entry } of erased.size > 0 ? await db.values(ENTRIES).all() : []) {
            if (!erased.has(entry.userId) || !entry.identity) continue;
            const { issuer } = entry.identity;
            batch.put(entryKey(entry.id), { ...entry, identity: { issuer } });
          }
          // Sets and entries are written whole or not at all, and are on the disk before the answer is given.
          await batch.write({ sync: true });
          return outcomes;
        }),
      ),
  };

  /** @returns {Promise<AuditEntry[]>} */
  const trail = () => db.values(ENTRIES).all();
  /** @type {AuditLog} */
  const audit = {
    list: (query) => answer(async () => ok(entriesFor(await trail(), query))),
    find: (id) =>
      answer(async () => {
        const found = entriesFor(await trail(), { afterId: id - 1, limit: 1 });
        return ok(found.find((entry) => entry.id === id));
      }),
    batches: (query) => answer(async () => ok(batchesFor(await trail(), query))),
    namedPermissions: (among) =>
      answer(async () => {
        if (among !== undefined) checkTexts(among, 'among');
        const named = new Set((await trail()).flatMap(({ added, removed }) => [...added, ...removed]));
        // In UTF-8 the order of bytes is that of code points.
        const inOrder = [...named].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        return ok(among ? inOrder.filter((one) => among.includes(one)) : inOrder);
      }),
    entriesOf: (asked) =>
      answer(async () => {
        for (const { afterId, userId } of asked) {
          checkText(userId, 'userId');
          checkInteger(afterId, 'afterId');
        }
        const after = new Map(asked.map(({ afterId, userId }) => [userId, afterId]));
        const isLater = (/** @type {AuditEntry} */ { id, userId }) =>
          userId !== null && id > (after.get(userId) ?? id);
        return ok((await trail()).filter(isLater));
      }),
    newestId: () => answer(async () => ok((await trail()).at(-1)?.id ?? 0)),
  };

  /** Puts users there, without a word in the trail. @param {readonly User[]} users */
  const addUsers = (users) => {
    const batch = db.batch();
    for (const user of users)
      batch.put(userKey(user.id), writtenUser({ ...user, salt: randomBytes(16).toString('base64url') }));
    return batch.write({ sync: true });
  };

  return { db, permissions, audit, addUsers, close: () => db.close() };
}

/**
 * What is judged of a user.
 * @param {StoredUser} user
 * @returns {UserState}
 */
const stateOf = ({ newestEntryId = 0, ...user }) => ({
  email: user.emails[0],
  name: user.personalInformation.name,
  permissions: user.permissions,
  active: user.active,
  newestEntryId,
  user,
});

/** A set is stored as its strings, because JSON has no sets, with the ends in a second member. */
const writtenUser = (/** @type {StoredUser} */ user) => ({ ...user, ends: endsJson(user.permissions.ends) });

/** @returns {StoredUser} */
const readUser = (/** @type {any} */ { ends, ...user }) => ({
  ...user,
  permissions: PermissionSet.of(user.permissions, endsOf(ends)),
});

/**
 * What LevelDB fails with is an answer; anything else is a bug, or an argument that is none, and thrown on.
 * @template T, E
 * @param {() => Promise<Result<T, E>>} work
 */
function answer(work) {
  /** @type {Promise<Result<T, E | StoreUnavailable>>} */
  const answered = work().catch((cause) => {
    if (cause instanceof SealingKeyMissing) return err({ type: 'store-unavailable', cause, isBusy: true });
    if (!String(cause?.code).startsWith('LEVEL_')) throw cause;
    return err({ type: 'store-unavailable', cause });
  });
  return new ResultAsync(answered);
}

/** @type {Map<string, Promise<unknown>>} */
const turns = new Map();

/**
 * Changes run one after the other for all users of the folder in this process; LevelDB admits no second process. Waits for earlier changes,
 * and gives what ends the turn; nothing if they take too long.
 * @param {string} folder
 * @param {number} [waitMs]
 * @returns {Promise<(() => void) | undefined>}
 */
export async function takeTurn(folder, waitMs = 5000) {
  const before = turns.get(folder) ?? Promise.resolve();
  /** @type {() => void} */
  let end = () => {};
  const turn = new Promise((resolve) => {
    end = () => resolve(undefined);
  });
  turns.set(
    folder,
    before.then(() => turn),
  );
  const decided = new AbortController();
  const tooLate = sleep(waitMs, false, { signal: decided.signal }).catch(() => false);
  const isInTime = await Promise.race([before.then(() => true), tooLate]);
  decided.abort();
  if (isInTime) return end;
  end();
  return undefined;
}

/**
 * @template T, E
 * @param {string} folder
 * @param {number} waitMs
 * @param {() => Promise<Result<T, E>>} work
 * @returns {Promise<Result<T, E | StoreUnavailable>>}
 */
async function inTurn(folder, waitMs, work) {
  const end = await takeTurn(folder, waitMs);
  if (!end) {
    return err({ type: 'store-unavailable', cause: new Error('other changes took too long'), isBusy: true });
  }
  try {
    return await work();
  } finally {
    end();
  }
}
