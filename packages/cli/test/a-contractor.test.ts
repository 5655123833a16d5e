import { compose, readConfig } from '@ops-admin/service';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { aDatabase } from '../../adapter-postgres/test/a-postgres.ts';
import { Workplace } from './ops-admin.ts';

const DAY = 86_400_000;
const ADA = 'ada@example.org';
const CY = 'cy@example.org';
const HELD = 'service.cases.read';

const MachineDate = Date;
/** How far the time of this process, which the commands over SQLite go by, is ahead. */
let ahead = 0;

class MovedDate extends MachineDate {
  constructor(time: number | string | Date = MovedDate.now()) {
    super(time);
  }

  static override now(): number {
    return MachineDate.now() + ahead;
  }
}

interface Asked {
  readonly code: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: each question knows its answer.
  readonly answer: any;
}

/** A command that shows whether Cy holds the permissions granted for two weeks, and how to read its answer. */
const QUESTIONS: readonly (readonly [command: string, isHeld: (asked: Asked) => boolean])[] = [
  [`permissions list ${CY}`, ({ answer }) => answer.includes(HELD)],
  [`permissions check ${CY} ${HELD}`, ({ code }) => code === 0],
  [`permissions holders ${HELD}`, ({ answer }) => answer.length === 1],
  [`permissions export --user ${CY} --module cases`, ({ answer }) => answer !== undefined],
  ['permissions known cases.read', ({ answer: [known] }) => known.holders === 1],
  [`permissions remove ${CY} ${HELD} --dry-run`, ({ answer }) => answer.result === 'would-remove'],
  [`users list --holding ${HELD}`, ({ answer }) => answer.length === 1],
  [`users list --granted ${HELD}`, ({ answer }) => answer.length === 1],
  [`users show ${CY}`, ({ answer }) => answer.permissions.includes(HELD) && HELD in answer.ends],
];

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  describe(`The permissions of a contractor for two weeks, in ${kind}`, () => {
    const workplace = new Workplace();
    let database: string;
    let drop = async () => {};
    let end = async () => {};

    beforeEach(async () => {
      database = 'ops-admin.db';
      if (kind === 'PostgreSQL') ({ url: database, drop } = await aDatabase());
      ahead = 0;
      globalThis.Date = MovedDate as DateConstructor;
    });
    afterEach(async () => {
      globalThis.Date = MachineDate;
      await end();
      await drop();
    });

    it('end at the same moment in every interface, whatever other changes came between', async () => {
      const day = (days: number, ms = 0) => {
        ahead = days * DAY + ms;
      };
      const run = async (command: string, env: Record<string, string>) => {
        const { code, stderr, stdout } = await workplace.run([...command.split(' '), '--json'], { env });
        // The first row of a batch.
        const [answer = ''] = /^[[{]$/m.test(stdout) ? [stdout] : stdout.split('\n');
        return { code, stderr, answer: answer === '' ? undefined : JSON.parse(answer) };
      };
      const keys = { OPS_AUTH_KEYS: workplace.path('keys.json') };
      const onDatabase = { ...keys, OPS_DB: database };
      const onCopy = { ...keys, OPS_DB: 'copy.db' };
      await workplace.write('users.json', [
        {
          _id: anId(1),
          emails: [ADA],
          personalInformation: { name: 'Ada' },
          permissions: ['service.admin.access'],
        },
        { _id: anId(2), emails: [CY], personalInformation: { name: 'Cy' }, permissions: [] },
      ]);
      await run('import users users.json', onDatabase);
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      const opened = await compose(
        { config: readConfig(keys)._unsafeUnwrap(), database, log, clock: () => new Date() },
        ['server', 'integrity', 'expiry', 'tokenIssue'],
      );
      const { close, parts } = opened._unsafeUnwrap();
      const { stop, url } = (await parts.server.start({ host: '127.0.0.1', port: 0 }))._unsafeUnwrap();
      end = async () => {
        await stop();
        await close();
      };
      const tokenOf = async (user: string) => (await parts.tokenIssue.issue(user, 3600))._unsafeUnwrap();
      const asAda = async () => ({ OPS_SERVER: url, OPS_TOKEN: await tokenOf(ADA) });
      const does = async (command: string, env?: Record<string, string>) => {
        const { answer, code, stderr } = await run(command, env ?? (await asAda()));
        expect(code, `${command}: ${stderr}`).to.equal(0);
        return answer;
      };
      const asked = async (user: string, path: string, body?: object) =>
        await fetch(url + path, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${await tokenOf(user)}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
      /** By each command over the service, and over a database whose clock is that of this machine; and over HTTP alone. */
      const isHeld = async () => {
        const doors = {
          service: await asAda(),
          ...(kind === 'SQLite' && { database: onDatabase }),
          ...(ahead >= 10 * DAY && { copy: onCopy }),
        };
        const said: Record<string, boolean> = {};
        for (const [door, env] of Object.entries(doors)) {
          for (const [command, says] of QUESTIONS)
            said[`${command}, ${door}`] = says(await run(command, env));
        }
        const subject = { type: 'user', id: CY };
        const question = { subject, resource: { type: 'cases', id: '1' }, action: { name: 'read' } };
        const decided = await (await asked(ADA, '/access/v1/evaluation', question)).json();
        said.decision = (decided as { readonly decision: boolean }).decision;
        // Cy's own access ends with it: only readers can list users.
        said['a request'] = (await asked(CY, '/user/list/0/1')).status === 200;
        expect((await parts.integrity.checkStore()).isOk(), 'db check').to.equal(true);
        const [first = false, ...others] = new Set(Object.values(said));
        expect(others, JSON.stringify(said, null, 1)).to.deep.equal([]);
        return first;
      };

      const given = ['service.tickets.read', 'service.admin.read', 'service.extra'];
      await does(`permissions add ${CY} ${given.join(' ')} --until 2w`);
      day(3);
      await does(`permissions rename service.tickets.read ${HELD} --yes`);
      expect(await isHeld(), 'renamed').to.equal(true);
      day(5);
      const removal = await does(`permissions remove ${CY} service.cases.* service.admin.read`);
      await does(`audit revert ${removal.entry}`);
      expect(await isHeld(), 'taken and given back').to.equal(true);
      day(8);
      await workplace.write('again.json', [
        { _id: anId(2), permissions: [HELD, 'service.admin.read', 'service.extra'] },
      ]);
      await does('import users again.json', onDatabase);
      expect(await isHeld(), 'imported').to.equal(true);
      const grants = (await workplace.run(['permissions', 'export'], { env: await asAda() })).stdout;
      await workplace.write('grants.csv', grants);
      day(10);
      await does(`db copy --from ${database} --to copy.db`, keys);
      const late = await does(`permissions remove ${CY} service.extra --batch late`);
      expect([late.result, await isHeld()]).to.deep.equal(['removed', true]);

      // An hour, because the commands until here take real time, on a busy machine minutes.
      day(14, -3_600_000);
      expect(await isHeld(), 'before').to.equal(true);
      day(14);
      expect(await isHeld(), 'at the end').to.equal(false);
      const undone = await does('audit revert --batch late --yes');
      expect(undone).to.include({ result: 'nothing-left', message: 'what it removed has ended meanwhile' });
      const applied = await run('permissions apply grants.csv', await asAda());
      expect(applied.stderr).to.include('ignored 3 rows whose "until" is in the past');
      day(14, 60_000);
      (await parts.expiry.run())._unsafeUnwrap();
      // Whether by that or by the service, which looks every half a minute: it is written once.
      const ended: readonly { readonly removed: readonly string[] }[] = await does(
        `audit list --user ${CY} --action expire`,
      );
      expect(
        ended.map(({ removed }) => removed.toSorted()),
        'written',
      ).to.deep.equal([['service.admin.read', HELD]]);
      await does('permissions expire', onCopy);
      expect(await isHeld(), 'written down').to.equal(false);
      for (const env of [onDatabase, onCopy]) await does('db check', env);
      await does('audit verify', onDatabase);
    });
  });
}
