import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { forgedTokens } from '../../../../adapter-auth-jose/test/forged/forged-tokens.ts';
import { Forger } from '../../../../adapter-auth-jose/test/forged/forger.ts';
import { type Description, DescriptionCheck } from '../../../../adapter-http-koa/test/description.ts';
import { type BenchService, CommandBench } from '../../command-bench.ts';
import { Random } from '../random.ts';
import { curlOf, type Outcome, type RawAnswer, type RawRequest, sendRaw } from '../raw-http.ts';
import { FuzzJudge } from './fuzz-judge.ts';
import { type Entry, flawsOfPeople, type Person } from './fuzz-people.ts';
import { flawsOfOrganisation, type MakeRequest, runRace } from './fuzz-races.ts';
import { type FuzzMaterial, type FuzzRequest, makeFuzzRequest } from './fuzz-request.ts';
import { FUZZ_ADMIN, FUZZ_CALLER, FUZZ_READER, FUZZ_RIVALS, FUZZ_USERS } from './fuzz-values.ts';

/** The options of a run. */
export interface FuzzOptions {
  readonly requests: number;
  /** Rounds of contradicting requests after the others; by default one for each 50 requests. */
  readonly races?: number;
  readonly seed: number;
  /** The URL of a database; a file of its own without one. */
  readonly database?: string;
  /** Sends only this request of the run. */
  readonly only?: number;
}

/** Something that was answered otherwise than described, once for its kind. */
export interface Finding {
  readonly flaw: string;
  /** The number of the shortest request that led to it. */
  readonly number: number;
  readonly curl: string;
  readonly times: number;
}

/** The result of a run. */
export interface Fuzzed {
  readonly seed: number;
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

/** Requests on their way at the same time. */
const LANES = 4;
/** For so many requests one race is run. */
const REQUESTS_PER_RACE = 50;

/** Sends requests that are made of the service's own description, and compares each answer with it. */
export async function fuzz({ database, only, requests, seed, ...options }: FuzzOptions): Promise<Fuzzed> {
  const { races = Math.ceil(requests / REQUESTS_PER_RACE) } = options;
  const bench = await CommandBench.open(database, {
    OPS_LOG_LEVEL: 'error',
    // Both outcomes of the limit are to be seen.
    OPS_GEOCODE_RATE_LIMIT: '40',
    OPS_GEOCODE_RATE_WINDOW: '1',
  });
  try {
    await fill(bench);
    const service = await bench.mustServe();
    const description = (await (await fetch(`${service.url}/openapi.json`)).json()) as Description;
    const judge = new FuzzJudge(new DescriptionCheck(description), description);
    const material = { description, tokens: await tokensOf(bench), run: `fuzz-${seed}` };
    // What races over instances is not ordered by the memory of one.
    const services = database === undefined ? [service] : [service, await bench.mustServe()];
    const run = new FuzzRun(services, material, judge, seed);
    const users = await peopleOf(bench);
    const numbers = only === undefined ? Array.from({ length: requests }, (_, n) => n) : [only];
    await Promise.all(Array.from({ length: LANES }, () => run.lane(numbers)));
    for (let n = 0; n < races; n++) await run.race(n);
    const entries = await run.compareTrail(bench);
    const usersAfter = await peopleOf(bench);
    const departments = JSON.parse(await bench.mustRun('departments', 'list', '--json'));
    for (const flaw of flawsOfOrganisation(usersAfter, departments)) run.note(flaw, true);
    for (const flaw of flawsOfPeople(users, usersAfter, entries, run.shown)) run.note(flaw, true);
    for (const one of services) {
      run.note(`the service ended: ${one.log()}`, one.process.exitCode !== null);
      const logged = one
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":50') || /"level":"(?:error|fatal)"/.test(line));
      run.note(`the log has errors: ${logged[0]}`, logged.length > 0);
      await one.kill('SIGTERM');
      run.note(`the service ended with ${one.process.exitCode}`, one.process.exitCode !== 0);
    }
    return { seed, sent: numbers.length, statuses: run.statuses, findings: run.findings() };
  } finally {
    await bench.close();
  }
}

function person(name: string): object {
  return { emails: [`${name}@example.org`], personalInformation: { name } };
}

async function fill(bench: CommandBench): Promise<void> {
  const callers = [
    { _id: FUZZ_ADMIN, ...person('admin'), permissions: ['service.admin.access'] },
    { _id: FUZZ_CALLER, ...person('caller'), permissions: ['service.tickets.read'] },
    { _id: FUZZ_READER, ...person('reader'), permissions: ['service.admin.read'] },
    ...FUZZ_RIVALS.map((_id, n) => ({ _id, ...person(`rival${n}`), permissions: ['service.r'] })),
  ];
  const users = FUZZ_USERS.map((_id, n) => ({
    _id,
    ...person(`user${n}`),
    permissions: ['service.a', 'odd one'],
  }));
  const departments = Array.from({ length: 30 }, (_, n) => ({
    _id: `65b1000000000000000000${(n + 16).toString(16)}`,
    name: `Department ${n} – Ünïcode 部`,
    description: n % 3 ? `No. ${n}` : '',
    code: `D${n}`,
    parentId: n % 4 ? `65b1000000000000000000${(n + 15).toString(16)}` : null,
    managerId: n % 5 ? null : FUZZ_CALLER,
    createdAt: new Date(Date.UTC(2026, 0, n + 1)).toISOString(),
    updatedAt: new Date(Date.UTC(2026, 1, n + 1)).toISOString(),
  }));
  await bench.write('users.json', users);
  await bench.write('callers.json', callers);
  await bench.write('departments.json', departments);
  await bench.mustRun('import', 'users', 'users.json');
  // After the others: an odd number names the first entries, and who undoes the creation of a caller turns them off.
  await bench.mustRun('import', 'users', 'callers.json');
  await bench.mustRun('import', 'departments', 'departments.json');
}

async function tokensOf(bench: CommandBench): Promise<FuzzMaterial['tokens']> {
  const tokenOf = async (user: string) =>
    (await bench.mustRun('token', 'issue', '--user', user, '--ttl', '1d')).trim();
  const { kid, privateKey } = openKeyFile(`${bench.folder}/keys.json`)._unsafeUnwrap().signing;
  const iat = Math.floor(Date.now() / 1000);
  const forger = new Forger({
    alg: 'ES256',
    kid,
    privateKey,
    claims: { iss: 'urn:ops-admin:local', aud: 'ops-admin', sub: FUZZ_ADMIN, iat, exp: iat + 86_400 },
    maxLifetime: 366 * 86_400,
    clockTolerance: 0,
    findsKeyByName: false,
    subjectIsUserId: true,
  });
  const forged = forgedTokens(forger).map(({ token }) => token);
  return {
    admin: await tokenOf(FUZZ_ADMIN),
    reader: await tokenOf(FUZZ_READER),
    user: await tokenOf(FUZZ_CALLER),
    rivals: [await tokenOf(FUZZ_RIVALS[0]), await tokenOf(FUZZ_RIVALS[1])],
    // What fits into a header; the others are in forged-tokens.test.ts.
    forged: forged.filter((token) => /^[!-~]{1,8000}$/.test(token)),
  };
}

async function peopleOf(bench: CommandBench): Promise<Person[]> {
  return JSON.parse(await bench.mustRun('users', 'list', '--json')) as Person[];
}

class FuzzRun {
  readonly statuses: Record<string, number> = {};
  /** Users that answers showed, by the entry of the change. */
  readonly shown = new Map<number, Person>();
  readonly #services: readonly BenchService[];
  readonly #material: FuzzMaterial;
  readonly #judge: FuzzJudge;
  readonly #seed: number;
  readonly #findings = new Map<string, { number: number; curl: string; times: number }>();
  /** By the name of a request: how many entries were acknowledged; `undefined` where nobody heard. */
  readonly #changes = new Map<string, { number: number; entries: number | undefined; curl: string }>();
  #next = 0;

  constructor(services: readonly BenchService[], material: FuzzMaterial, judge: FuzzJudge, seed: number) {
    this.#services = services;
    this.#material = material;
    this.#judge = judge;
    this.#seed = seed;
  }

  async lane(numbers: readonly number[]): Promise<void> {
    for (let n = this.#next++; n < numbers.length; n = this.#next++) {
      const number = numbers[n] as number;
      await this.#send(makeFuzzRequest(this.#material, new Random(this.#seed, number), number), number);
    }
  }

  /** Runs a race of this number. */
  async race(number: number): Promise<void> {
    const name = `r${this.#seed.toString(36)}x${number}`;
    let sent = 0;
    const send = async (request: FuzzRequest) => {
      const outcome = await this.#send(request, -1, sent++);
      return typeof outcome === 'string' ? undefined : outcome;
    };
    let made = 0;
    const make: MakeRequest = (method, path, payload, { caller, ifMatch } = {}) => {
      const { admin, rivals } = this.#material.tokens;
      const token = caller === undefined ? admin : rivals[caller];
      const value = payload && { payload };
      const body = value && Buffer.from(JSON.stringify(value));
      const template = path.replace(
        /\/[0-9a-f]{24}$/,
        path.startsWith('/user') ? '/{userId}' : '/{departmentId}',
      );
      return {
        raw: {
          method,
          target: path,
          lines: [
            'Host: fuzz.example',
            'Connection: close',
            `Authorization: Bearer ${token}`,
            `X-Request-Id: ${name}-${made++}`,
            ...(ifMatch === undefined ? [] : [`If-Match: ${ifMatch}`]),
            ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
          ],
          body,
        },
        caller: caller === undefined ? 'admin' : 'rival',
        isHttp: true,
        template,
        verb: method.toLowerCase(),
        value,
        isPlain: true,
      };
    };
    const random = new Random(this.#seed, 1, number);
    for (const flaw of await runRace(number, { make, name, random, send }))
      this.#found(flaw, -1, `race ${number}`);
  }

  async #send(request: FuzzRequest, number: number, at = 0): Promise<Outcome> {
    const service = this.#services[at % this.#services.length] as BenchService;
    const outcome = await sendRaw(service.url, request.raw);
    const status = typeof outcome === 'string' ? outcome : String(outcome.status);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    const curl = this.#curlOf(service.url, request.raw);
    for (const flaw of this.#judge.flawsOf(request, outcome)) this.#found(flaw, number, curl);
    if (request.verb === 'put' || request.verb === 'post') this.#keep(number, request, outcome, curl);
    return outcome;
  }

  /** Removes the tokens, which end with the run. */
  #curlOf(url: string, raw: RawRequest): string {
    const { admin, reader, user } = this.#material.tokens;
    return curlOf(url, raw)
      .replaceAll(admin, 'ADMIN_TOKEN')
      .replaceAll(reader, 'READER_TOKEN')
      .replaceAll(user, 'USER_TOKEN');
  }

  /** Records the entries that the audit log must or may have for a request. */
  #keep(number: number, { raw: { lines }, value }: FuzzRequest, outcome: Outcome, curl: string): void {
    const answered = typeof outcome === 'string' ? undefined : (outcome as RawAnswer);
    const given = lines.find((line) => line.startsWith('X-Request-Id: '))?.slice(14) ?? '';
    const entries = answered && entriesIn(answered, value);
    if (entries === 0) return;
    const user = answered && answerOf(answered).user;
    if (user) this.shown.set(Number(answered.headers.get('x-audit-entry')), user);
    this.#changes.set(answered?.headers.get('x-request-id') ?? given, { number, entries, curl });
  }

  /** Every acknowledged change is in the trail once, nothing that was refused is, and the store is sound. The entries of the run. */
  async compareTrail(bench: CommandBench): Promise<Entry[]> {
    const checked = await bench.run(['db', 'check', '--json']);
    this.note(`db check: ${checked.stdout}${checked.stderr}`, checked.code !== 0);
    const verified = await bench.run(['audit', 'verify', '--json']);
    this.note(`audit verify: ${verified.stdout}${verified.stderr}`, verified.code !== 0);
    const lines = (await bench.mustRun('audit', 'export')).trim().split('\n');
    const times = new Map<string, number>();
    const made: Entry[] = [];
    for (const line of lines) {
      const entry = JSON.parse(line) as Entry;
      const { requestId, source } = entry;
      if (source === 'import') continue;
      made.push(entry);
      const id = requestId ?? '';
      times.set(id, (times.get(id) ?? 0) + 1);
      this.note(`a change that nobody was told of: ${line.slice(0, 300)}`, !this.#changes.has(id));
    }
    for (const [id, { curl, entries, number }] of this.#changes) {
      const count = times.get(id) ?? 0;
      if (entries !== undefined && count !== entries) {
        this.#found(`of ${entries} acknowledged entries ${count} are in the trail`, number, curl);
      }
    }
    return made;
  }

  /** A problem of the run as a whole. */
  note(flaw: string, isThere: boolean): void {
    if (isThere) this.#found(flaw, -1, '');
  }

  findings(): Finding[] {
    return [...this.#findings].map(([flaw, one]) => ({ flaw, ...one }));
  }

  #found(flaw: string, number: number, curl: string): void {
    const known = this.#findings.get(flaw);
    const shortest = known && known.curl.length <= curl.length ? known : { number, curl };
    this.#findings.set(flaw, {
      number: shortest.number,
      curl: shortest.curl,
      times: (known?.times ?? 0) + 1,
    });
  }
}

/** As much as is read of an answer to a change. */
interface Answered {
  readonly user?: Person;
  readonly results?: readonly Row[];
}

interface Row {
  readonly entry?: number;
  readonly reverts?: number;
  readonly unlinked?: readonly unknown[];
}

/** Nothing of an answer without a body, or of a page. */
function answerOf({ headers, text }: RawAnswer): Answered {
  const isJson = text !== '' && headers.get('content-type')?.startsWith('application/json');
  return isJson ? ((JSON.parse(text) as { data?: Answered }).data ?? {}) : {};
}

/** How many entries an answer to a body acknowledges: each identity of a new user, or of a leaver, has one of its own. */
function entriesIn(answered: RawAnswer, body: unknown): number {
  if (answered.status !== 200) return 0;
  if (answered.headers.has('x-audit-entry')) {
    const { identities = [] } = (body as { payload: { identities?: readonly unknown[] } }).payload;
    return 1 + new Set(identities.map((one) => JSON.stringify(one))).size;
  }
  const { results = [] } = answerOf(answered);
  return results
    .filter(({ entry }) => entry !== undefined)
    .reduce((sum, { reverts, unlinked = [] }) => sum + 1 + (reverts === undefined ? unlinked.length : 0), 0);
}
