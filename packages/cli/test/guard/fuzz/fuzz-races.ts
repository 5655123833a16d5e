import type { Random } from '../random.ts';
import type { RawAnswer } from '../raw-http.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { FUZZ_RIVALS } from './fuzz-values.ts';

/** Sends a request of a race to one of the services, and returns its answer; what is wrong with it is noted. */
export type SendInRace = (request: FuzzRequest) => Promise<RawAnswer | undefined>;

/** Makes a request by its method, path and payload; `caller` is the number of a rival. */
export type MakeRequest = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  how?: { readonly caller?: number; readonly ifMatch?: string },
) => FuzzRequest;

/** The parts of a race. */
export interface Race {
  readonly send: SendInRace;
  readonly make: MakeRequest;
  readonly random: Random;
  /** Makes names, e-mails and codes that no other race uses. */
  readonly name: string;
}

/** The answer to one of the requests of a race, as far as it says what was done. */
interface Done {
  readonly status: number;
  readonly entry: number | undefined;
  readonly data: { readonly [member: string]: unknown };
}

const ISSUER = 'https://id.example';

/** Sends requests that contradict each other concurrently, and returns what is wrong with what they did together. */
export async function runRace(number: number, race: Race): Promise<string[]> {
  const kinds = Object.entries(RACES);
  const [kind, run] = kinds[number % kinds.length] as (typeof kinds)[number];
  return (await run(race)).map((flaw) => `race of ${kind}: ${flaw}`);
}

/** Each kind by its name. */
const RACES: Readonly<Record<string, (race: Race) => Promise<string[]>>> = {
  'changes of a user with one If-Match': async (race) => {
    const { make, name, random } = race;
    const isActive = random.chance(0.7);
    const userId = await someUser(race, 'a');
    if (!isActive) await one(race, make('PUT', '/user/set-active', { userId, active: false }));
    const ifMatch = await tagOf(race, `/user/${userId}`);
    const kinds: readonly ((n: number) => FuzzRequest)[] = [
      (n) => make('PUT', '/user/add-permissions', { userId, permissions: [`service.r.a${n}`] }, { ifMatch }),
      () =>
        make('PUT', '/user/remove-permissions', { userId, permissions: ['service.tickets'] }, { ifMatch }),
      (n) => make('PUT', '/user/update', { userId, emails: [`${name}-${n}@example.org`] }, { ifMatch }),
      (n) => make('PUT', '/user/update', { userId, personalInformation: { name: `N ${n}` } }, { ifMatch }),
      () => make('PUT', '/user/set-active', { userId, active: !isActive }, { ifMatch }),
      (n) =>
        make(
          'PUT',
          '/user/set-identity',
          { userId, issuer: ISSUER, subject: `${name} ${n}`, linked: true },
          { ifMatch },
        ),
      ...(isActive ? [] : [() => make('POST', '/user/erase', { userId }, { ifMatch })]),
    ];
    return exactlyOne(await all(race, some(random, kinds)), [404, 409, 412]);
  },

  'changes of a department with one If-Match': async (race) => {
    const { make, name, random } = race;
    const [departmentId, other] = [await someDepartment(race, 'a'), await someDepartment(race, 'b')];
    const ifMatch = await tagOf(race, `/department/${departmentId}`);
    const update = (payload: object) =>
      make('PUT', '/department/update', { departmentId, ...payload }, { ifMatch });
    const kinds: readonly ((n: number) => FuzzRequest)[] = [
      (n) => update({ name: `${name} ${n}` }),
      (n) => update({ description: `${name} ${n}` }),
      (n) => update({ code: `${name}-${n}` }),
      () => update({ parentId: other }),
      () => make('POST', '/department/delete', { departmentId }, { ifMatch }),
    ];
    return exactlyOne(await all(race, some(random, kinds)), [404, 412]);
  },

  'one e-mail': async (race) => {
    const { make, name, random } = race;
    const userId = await someUser(race, 'x');
    const spellings = [
      `${name}é@example.org`,
      `${name}e\u0301@example.org`,
      `${name.toUpperCase()}É@Example.ORG`,
      ` ${name}é@example.org\u200b`,
    ];
    const requests = Array.from({ length: 6 }, (_, n) =>
      n === 0
        ? make('PUT', '/user/update', { userId, emails: [random.pick(spellings)] })
        : make('POST', '/user/create', {
            emails: [random.pick(spellings)],
            personalInformation: { name: `${name} ${n}` },
          }),
    );
    return exactlyOne(await all(race, requests), [409]);
  },

  'one code': async (race) => {
    const { make, name, random } = race;
    const departmentId = await someDepartment(race, 'x');
    const spellings = [`${name}ö`, `${name}o\u0308`, `${name.toUpperCase()}Ö`, ` ${name}ö `];
    const requests = Array.from({ length: 6 }, (_, n) =>
      n === 0
        ? make('PUT', '/department/update', { departmentId, code: random.pick(spellings) })
        : make('POST', '/department/create', { name: `${name} ${n}`, code: random.pick(spellings) }),
    );
    return exactlyOne(await all(race, requests), [409]);
  },

  'one identity': async (race) => {
    const { make, name } = race;
    const users = [await someUser(race, 'a'), await someUser(race, 'b'), await someUser(race, 'c')];
    const identity = { issuer: ISSUER, subject: name };
    const requests = [
      ...users.map((userId) => make('PUT', '/user/set-identity', { userId, ...identity, linked: true })),
      make('POST', '/user/create', {
        emails: [`${name}@example.org`],
        personalInformation: { name },
        identities: [identity],
      }),
    ];
    return exactlyOne(await all(race, requests), [409]);
  },

  'a circle of departments': async (race) => {
    const { make } = race;
    const ids = [
      await someDepartment(race, 'a'),
      await someDepartment(race, 'b'),
      await someDepartment(race, 'c'),
    ];
    const requests = ids.map((departmentId, n) =>
      make('PUT', '/department/update', { departmentId, parentId: ids[(n + 1) % 3] }),
    );
    const done = await all(race, requests);
    const made = done.filter(({ status }) => status === 200).length;
    return made === 2 && done.some(({ status }) => status === 409) ? [] : [shown(done)];
  },

  'a deletion of a department that somebody enters': async (race) => {
    const { make, name } = race;
    const departmentId = await someDepartment(race, 'a');
    const userId = await someUser(race, 'u');
    const [deleted, ...others] = await all(race, [
      make('POST', '/department/delete', { departmentId }),
      make('PUT', '/user/update', { userId, departmentId }),
      make('POST', '/department/create', { name: `${name} below`, parentId: departmentId }),
    ]);
    const isEntered = others.some(({ status }) => status === 200);
    return (deleted?.status === 200) === isEntered ? [shown([...(deleted ? [deleted] : []), ...others])] : [];
  },

  'one undo': async (race) => {
    const { make, random } = race;
    const userId = await someUser(race, 'u');
    const done = await one(
      race,
      random.chance(0.5)
        ? make('PUT', '/user/add-permissions', { userId, permissions: ['service.r.undo'] })
        : make('POST', '/department/create', { name: race.name }),
    );
    const entries = [done?.entry];
    const requests = Array.from({ length: 5 }, () => make('POST', '/audit/revert', { entries }));
    return oneRow(await all(race, requests));
  },

  'changes with one asOf': async (race) => {
    const { make } = race;
    const userId = await someUser(race, 'u');
    const asOf = (
      await one(race, make('PUT', '/user/add-permissions', { userId, permissions: ['service.r'] }))
    )?.entry;
    const requests = Array.from({ length: 5 }, (_, n) =>
      make('POST', '/user/change-permissions', {
        action: n % 2 ? 'add' : 'remove',
        changes: [{ user: userId, permissions: [n % 2 ? `service.r.a${n}` : 'service.r'], asOf }],
      }),
    );
    return oneRow(await all(race, requests));
  },

  'an erased id that is used again': async (race) => {
    const { make, name } = race;
    const userId = await someUser(race, 'u');
    await one(race, make('PUT', '/user/set-active', { userId, active: false }));
    const again = () =>
      make('POST', '/user/create', {
        _id: userId,
        emails: [`${name}-again@example.org`],
        personalInformation: { name },
      });
    const done = await all(race, [make('POST', '/user/erase', { userId }), again(), again()]);
    const after = await one(race, again());
    return exactlyOne(done, [400, 409]).concat(after?.status === 200 ? ['the id was used again'] : []);
  },

  'two admins against each other': async (race) => {
    const { make, random } = race;
    for (const userId of FUZZ_RIVALS) {
      await one(race, make('PUT', '/user/set-active', { userId, active: true }));
      await one(
        race,
        make('PUT', '/user/add-permissions', { userId, permissions: ['service.admin.access'] }),
      );
    }
    const [a, b] = FUZZ_RIVALS;
    const against = (caller: number, userId: string | undefined) =>
      random.chance(0.5)
        ? make('PUT', '/user/remove-permissions', { userId, permissions: ['service.admin.*'] }, { caller })
        : make('PUT', '/user/set-active', { userId, active: false }, { caller });
    return exactlyOne(await all(race, [against(0, b), against(1, a)]), [401, 403]);
  },
};

/** How many kinds of races there are. */
export const RACE_KINDS: number = Object.keys(RACES).length;

/** So many of the kinds of requests, each with a number of its own. */
function some(random: Random, kinds: readonly ((n: number) => FuzzRequest)[]): FuzzRequest[] {
  return random.some(kinds, 6).map((kind, n) => kind(n));
}

async function all({ send }: Race, requests: readonly FuzzRequest[]): Promise<Done[]> {
  const answers = await Promise.all(requests.map(send));
  return answers.flatMap((answer) => (answer ? [doneOf(answer)] : []));
}

async function one(race: Race, request: FuzzRequest): Promise<Done | undefined> {
  return (await all(race, [request]))[0];
}

function doneOf({ headers, status, text }: RawAnswer): Done {
  const entry = headers.get('x-audit-entry');
  const { data = {} } = JSON.parse(text) as { data?: Done['data'] };
  return { status, data, entry: entry === null ? undefined : Number(entry) };
}

/** One request wrote an entry; the others were refused, each with one of these statuses. */
function exactlyOne(done: readonly Done[], refused: readonly number[]): string[] {
  const made = done.filter(({ entry, status }) => status === 200 && entry !== undefined);
  const others = done.filter((other) => !made.includes(other));
  const isFine = made.length === 1 && others.every(({ status }) => refused.includes(status));
  return isFine ? [] : [shown(done)];
}

/** One row has an entry. */
function oneRow(done: readonly Done[]): string[] {
  const rows = done.flatMap(({ data }) => (data.results ?? []) as { readonly entry?: number }[]);
  const made = rows.filter(({ entry }) => entry !== undefined).length;
  return made === 1 && done.every(({ status }) => status === 200) ? [] : [`${made} rows, ${shown(done)}`];
}

function shown(done: readonly Done[]): string {
  return done
    .map(({ entry, status }) => `${status}${entry === undefined ? '' : ' with an entry'}`)
    .join(', ');
}

async function someUser(race: Race, suffix: string): Promise<string> {
  const name = `${race.name}-${suffix}`;
  const payload = {
    emails: [`${name}@users.example`],
    personalInformation: { name },
    permissions: ['service.tickets'],
  };
  const made = await one(race, race.make('POST', '/user/create', payload));
  return idIn(made?.data.user);
}

async function someDepartment(race: Race, suffix: string): Promise<string> {
  const made = await one(race, race.make('POST', '/department/create', { name: `${race.name} ${suffix}` }));
  return idIn(made?.data.department);
}

function idIn(record: unknown): string {
  return (record as { _id: string } | undefined)?._id ?? '';
}

async function tagOf({ make, send }: Race, path: string): Promise<string> {
  return (await send(make('GET', path)))?.headers.get('etag') ?? '';
}

/** A department as `departments list --json` prints it. */
interface ListedDepartment {
  readonly _id: string;
  readonly code?: string;
  readonly parentDepartment?: { readonly _id: string };
}

/** What no order of requests may lead to: something that two have, a circle, and what is in nothing. */
export function flawsOfOrganisation(
  users: readonly { readonly _id: string; readonly [member: string]: unknown }[],
  departments: readonly ListedDepartment[],
): string[] {
  const flaws: string[] = [];
  const byId = new Map(departments.map((one) => [one._id, one]));
  const fold = (text: string) => text.normalize('NFC').toLowerCase();
  const emails = users.flatMap(({ emails: own }) => (own as string[]).map(fold));
  const codes = departments.flatMap(({ code }) => (code ? [fold(code)] : []));
  for (const list of [emails, codes])
    flaws.push(...list.filter((text, n) => list.indexOf(text) !== n).map((text) => `${text} is there twice`));
  for (const { _id, departmentId } of users)
    if (typeof departmentId === 'string' && !byId.has(departmentId))
      flaws.push(`user ${_id} is in the department ${departmentId}, which does not exist`);
  for (const { _id, parentDepartment } of departments) {
    const above = new Set<string>([_id]);
    for (let at = parentDepartment?._id; at !== undefined; at = byId.get(at)?.parentDepartment?._id) {
      if (!byId.has(at)) flaws.push(`${_id} is below ${at}, which does not exist`);
      if (above.has(at)) {
        flaws.push(`${_id} is below itself`);
        break;
      }
      above.add(at);
    }
  }
  return flaws;
}
