import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createLogger } from '@ops-admin/service';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';
import { tamper } from './tamper.ts';

/** Colour, the 8-bit form of the same, a text that is written backwards, what has no width, a line of our own, a carriage return. */
const EVIL =
  'x\u001b[31m\u009b31m\u202ecod\u2066\u2028\u007f\u200b\u00ad\ufe0f\u00a0\u{e0041}\nops-admin: all is well\r';
/** As a permission: a line end would end it. */
const EVIL_STRING = EVIL.replace('\n', '');
/** All that may be on a terminal. */
const HARMLESS = /^(?: |[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}])*$/u;

describe('Stored data', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;
  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.a'], []);
    tamper(
      workplace.path('ops-admin.db'),
      `update users set name = '${EVIL}'; insert into user_permissions select id, 99, '${EVIL_STRING}', null from users`,
    );
  });
  afterEach(() => organisation.close());

  /** Lines that are not harmless, or that data made. */
  const wrongIn = (printed: string, made: RegExp) =>
    printed.split('\n').filter((line) => !HARMLESS.test(line) || made.test(line));

  const commands: Record<string, { args: string[]; env?: Record<string, string>; stdin?: string }> = {
    'a problem in the database': { args: ['db', 'check'] },
    'problems in the copy': { args: ['db', 'backup', 'copy.db'] },
    'an unknown user': { args: ['permissions', 'list', EVIL] },
    'a missing file': { args: ['import', 'users', EVIL] },
    'an unknown command': { args: [EVIL] },
    'an unknown option': { args: ['users', 'list', `--${EVIL}`] },
    'an option with a wrong value': { args: ['audit', 'list', '--limit', EVIL] },
    'a missing database': { args: ['users', 'list', '--db', `./${EVIL}.db`] },
    'an unused variable': { args: ['users', 'list'], env: { [`OPS_${EVIL}`]: 'x' } },
    'a variable with a wrong value': { args: ['users', 'list'], env: { OPS_LOG_LEVEL: EVIL } },
    'invalid JSON': { args: ['import', 'users', '-'], stdin: `[${EVIL}]` },
    'an unknown batch': { args: ['audit', 'revert', '--batch', EVIL] },
    'a user on standard output': { args: ['users', 'list'] },
    'a user in JSON': { args: ['users', 'list', '--json'] },
    'problems in JSON': { args: ['db', 'check', '--json'] },
    'a permission': { args: ['permissions', 'list', anId(1)] },
    'an audit log in JSON lines': { args: ['audit', 'export'] },
    'rows in JSON': {
      args: ['permissions', 'remove', '--file', '-', '--json'],
      stdin: `{"user":${JSON.stringify(EVIL)},"permissions":["service.a"]}`,
    },
    rows: {
      args: ['permissions', 'remove', '--file', '-'],
      stdin: `{"user":${JSON.stringify(EVIL)},"permissions":["service.a"]}`,
    },
  };
  for (const [what, { args, ...options }] of Object.entries(commands)) {
    it(`does not control the terminal: ${what}`, async () => {
      const { stderr, stdout } = await workplace.run(args, options);
      expect(wrongIn(stdout, /^ops-admin: all/)).to.deep.equal([]);
      expect(wrongIn(stderr, /^ops-admin: ops-admin/)).to.deep.equal([]);
      expect(stdout + stderr).to.not.equal('');
    });
  }

  it('has the same value in JSON, and is escaped on a terminal', async () => {
    expect(await workplace.json('permissions', 'list', anId(1))).to.deep.equal(['service.a', EVIL_STRING]);
    expect((await workplace.run(['db', 'check'])).stderr).to.include('x\\u001b[31m\\u009b31m\\u202ecod');
    const { stdout } = await workplace.run(['users', 'list']);
    const [header = '', ...rows] = stdout.trimEnd().split('\n');
    for (const row of rows) expect(row.indexOf('user')).to.equal(header.indexOf('E-MAIL'));
  });

  it('does not control the terminal through the log, whose lines stay JSON', async () => {
    const stderr = new PassThrough();
    const log = createLogger('info', stderr);
    log.warn({ user: EVIL, err: new Error(EVIL) }, EVIL);
    stderr.end();
    const printed = await text(stderr);
    expect(wrongIn(printed, /^ops-admin/)).to.deep.equal([]);
    const line = JSON.parse(printed);
    expect([line.user, line.msg, line.err.message]).to.deep.equal([EVIL, EVIL, EVIL]);
  });
});
