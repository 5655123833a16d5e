import {
  type CopiedUser,
  type CopyRecord,
  err,
  errAsync,
  type OrganisationCopy,
  ok,
  okAsync,
  type Result,
  ResultAsync,
  type RotationDraft,
  type StoreFlaw,
  type StoreUnavailable,
  type TrailStore,
} from '@ops-admin/core';
import { aSigner, type OrganisationPorts } from '@ops-admin/testing';
import {
  integrityCheckerContract,
  type OpenStore,
  organisationCopyContract,
  type Runner,
  trailStoreContract,
} from '@ops-admin/testing/contracts';
import {
  openTemporaryOrganisation,
  SUITE_OPTIONS,
  type TemporaryOrganisation,
} from '../../adapter-sqlite/test/open-temporary.ts';
import { describeMistakes, replacing } from './describe-mistakes.ts';

type Mistakes<Port> = Readonly<Record<string, (right: Port, store: TemporaryOrganisation) => Partial<Port>>>;

/** Runs a suite with a store that is right, and with each that has a mistake in one port. */
function describeSuite<Name extends keyof OrganisationPorts>(
  name: Name,
  suite: (open: OpenStore<TemporaryOrganisation>, runner: Runner) => void,
  mistakes: Mistakes<OrganisationPorts[Name]>,
): void {
  describeMistakes(
    name,
    (change: (typeof mistakes)[string] | undefined, runner) =>
      suite(async (setting) => {
        const store = await openTemporaryOrganisation(setting);
        return { ...store, [name]: replacing(store[name], change?.(store[name], store) ?? {}) };
      }, runner),
    mistakes,
  );
}

const rotating =
  (changed: Partial<RotationDraft>) =>
  (right: TrailStore): Partial<TrailStore> => ({
    rotate: (draft) => right.rotate(draft && { ...draft, ...changed }),
  });
const moved = () => Promise.reject(new Error('moved'));

describeSuite('trail', (open, runner) => trailStoreContract(open, { ...SUITE_OPTIONS, runner }), {
  'rotates whatever key is in use': (right, { audit }) => ({
    rotate: (draft) =>
      audit
        .list({ limit: 1, newestFirst: true })
        .andThen(([newest]) => right.rotate({ ...draft, from: newest?.seal.keyId ?? null })),
  }),
  'loses the reason': rotating({ reason: undefined }),
  'says another actor': rotating({ actor: 'cli:somebody' }),
  'says an entry that it does not write': (_, { audit }) => ({
    rotate: (draft) =>
      audit.list({ limit: 1, newestFirst: true }).andThen(([newest]) => {
        if (newest?.seal.keyId !== draft.from) return errAsync({ type: 'trail-moved' } as const);
        return okAsync({
          ...newest,
          id: 3,
          userId: null,
          action: 'rotate',
          reason: draft.reason,
        } as typeof newest);
      }),
  }),
  'writes two entries': (right) => ({
    rotate: (draft) =>
      right.rotate(draft).andThen((entry) => right.rotate({ ...draft, from: draft.to }).map(() => entry)),
  }),
  'is unavailable where the trail has moved': (right) => ({
    rotate: (draft) => right.rotate(draft).mapErr((cause) => ({ type: 'store-unavailable', cause })),
  }),
  'rejects where the trail has moved': (right) => ({
    rotate: (draft) =>
      right
        .rotate(draft)
        .orElse((error) =>
          error.type === 'trail-moved' ? ResultAsync.fromSafePromise<never>(moved()) : errAsync(error),
        ),
  }),
});

const reading =
  (change: (record: CopyRecord) => CopyRecord | readonly CopyRecord[]) =>
  (right: OrganisationCopy): Partial<OrganisationCopy> => ({
    async *read() {
      for await (const read of right.read()) {
        if (read.isErr()) yield read;
        else for (const record of [change(read.value)].flat()) yield ok(record);
      }
    },
  });
const readingUser = (change: (user: CopiedUser) => CopiedUser) =>
  reading((record) => (record.type === 'user' ? { ...record, user: change(record.user) } : record));
const writing =
  <E>(change: (records: AsyncIterable<Result<CopyRecord, E>>) => AsyncIterable<Result<CopyRecord, E>>) =>
  (right: OrganisationCopy): Partial<OrganisationCopy> => ({
    write: ((records: AsyncIterable<Result<CopyRecord, E>>) =>
      right.write(change(records))) as OrganisationCopy['write'],
  });

describeSuite('copy', (open, runner) => organisationCopyContract(open, { ...SUITE_OPTIONS, runner }), {
  'reads every user as active': readingUser((user) => ({ ...user, active: true })),
  'reads e-mails in lower case': readingUser((user) => ({
    ...user,
    emails: user.emails.map((email) => email.toLowerCase()),
  })),
  'reads permissions in another order': readingUser((user) => ({
    ...user,
    permissions: user.permissions.toSorted(),
  })),
  'loses the salt': readingUser((user) => ({ ...user, salt: '' })),
  'loses when permissions end': readingUser(({ ends: _, ...user }) => user),
  'loses the managers of departments': reading((record) =>
    record.type === 'department'
      ? { ...record, department: { ...record.department, managerId: null } }
      : record,
  ),
  'loses entries about no user': reading((record) =>
    record.type === 'entry' && record.entry.userId === null ? [] : record,
  ),
  'has no end': reading((record) => (record.type === 'end' ? [] : record)),
  'says the newest entry that is there': (right) => {
    let last = 0;
    return reading((record) => {
      if (record.type === 'entry') last = record.entry.id;
      return record.type === 'end' ? { ...record, lastEntryId: last } : record;
    })(right);
  },
  'reads each record at another moment': (right) => ({
    async *read() {
      for (let n = 0; ; n++) {
        const records: Result<CopyRecord, StoreUnavailable>[] = [];
        for await (const read of right.read()) records.push(read);
        const [record] = records.slice(n);
        if (!record) return;
        yield record;
      }
    },
  }),
  'keeps what came before a failure': writing(async function* (records) {
    for await (const read of records) {
      if (read.isOk()) yield read;
      else return yield ok({ type: 'end', lastEntryId: 9 });
    }
  }),
  'needs no end': writing(async function* (records) {
    let ended = false;
    for await (const read of records) {
      ended ||= read.isErr() || read.value.type === 'end';
      yield read;
    }
    if (!ended) yield ok({ type: 'end', lastEntryId: 9 });
  }),
  'swallows what the records throw': (right) => ({
    write: (records) =>
      ResultAsync.fromPromise(
        Promise.resolve(right.write(records)),
        (cause) => ({ type: 'store-unavailable', cause }) as const,
      ).andThen((written) => written),
  }),
  'is unavailable where it is not empty': (right) => ({
    write: (records) =>
      right
        .write(records)
        .mapErr((cause) =>
          (cause as { type?: string }).type === 'copy-target-not-empty'
            ? ({ type: 'store-unavailable', cause } as const)
            : cause,
        ),
  }),
  'says nothing where it is not empty': (right) => ({
    write: (records) =>
      right
        .write(records)
        .orElse((cause) =>
          (cause as { type?: string }).type === 'copy-target-not-empty' ? ok(undefined) : err(cause),
        ),
  }),
  'continues after the newest entry that is there': writing(async function* (records) {
    let last = 0;
    for await (const read of records) {
      if (read.isOk() && read.value.type === 'entry') last = read.value.entry.id;
      yield read.map((record) => (record.type === 'end' ? { ...record, lastEntryId: last } : record));
    }
  }),
});

const finding =
  (change: (flaws: readonly StoreFlaw[]) => readonly StoreFlaw[]) =>
  (right: OrganisationPorts['integrity']) => ({
    check: (...given: Parameters<typeof right.check>) => right.check(...given).map(change),
  });
const each = (change: (flaw: StoreFlaw) => object) =>
  finding((flaws) => flaws.map((flaw) => ({ ...flaw, ...change(flaw) }) as StoreFlaw));

describeSuite('integrity', (open, runner) => integrityCheckerContract(open, { runner }), {
  'finds nothing': finding(() => []),
  'always finds something': finding((flaws) => [...flaws, { type: 'foreign', object: 'trigger x' }]),
  'finds the first flaw alone': finding((flaws) => flaws.slice(0, 1)),
  'names users in another order': finding((flaws) => flaws.toReversed()),
  'swaps what is held and recorded': each((flaw) =>
    flaw.type === 'permissions-not-matching-log' ? { held: flaw.recorded, recorded: flaw.held } : {},
  ),
  'swaps what is gained and lost': each((flaw) =>
    flaw.type === 'changes-without-entry' ? { gained: flaw.lost, lost: flaw.gained } : {},
  ),
  'names another entry': each((flaw) => ('entryId' in flaw ? { entryId: 1 } : {})),
  'forgets flaws that later entries met': finding((flaws) =>
    flaws.filter(({ type }) => type !== 'changes-without-entry'),
  ),
  'does not find a user without an entry': finding((flaws) =>
    flaws.filter(({ type }) => type !== 'profile-not-matching-log'),
  ),
  'never compares profiles': (right) => ({ check: () => right.check() }),
  'compares profiles without a digest': (right) => ({ check: () => right.check(aSigner()) }),
  'gives users back what they lack, when it checks': (right, { tamper }) => ({
    check: (...given) =>
      right.check(...given).map((flaws) => {
        for (const flaw of flaws)
          if (flaw.type === 'permissions-not-matching-log') tamper(flaw.userId, flaw.recorded);
        return flaws;
      }),
  }),
});
