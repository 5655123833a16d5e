import { writeFileSync } from 'node:fs';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { jsonSamples } from '../reference/cli-page.ts';
import { commandEntries } from '../reference/command-entries.ts';
import { Workplace } from './ops-admin.ts';

const SAMPLES = new Map(Object.entries(jsonSamples()));

const user = (n: number, permissions: string[], name: string) => ({
  _id: anId(n),
  emails: [`${name.toLowerCase()}@example.org`],
  personalInformation: { firstName: name, lastName: 'Example', name: `${name} Example` },
  permissions,
  identities: [],
});

/** One run of each command, in an order that gives each something to report. */
const RUNS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['import users', ['users.json']],
  ['import departments', ['departments.json']],
  ['users list', ['--search', 'ada']],
  ['users show', ['ada@example.org']],
  ['users link', ['ada@example.org', '--issuer', 'https://id.example.org', '--subject', '00u1']],
  ['users unlink', ['ada@example.org', '--issuer', 'https://id.example.org', '--subject', '00u1']],
  ['departments list', []],
  ['departments tree', []],
  ['permissions list', ['ada@example.org']],
  ['permissions diff', ['ada@example.org', 'bob@example.org']],
  ['permissions check', ['ada@example.org', 'service.tickets.read']],
  ['permissions holders', ['service.tickets.read']],
  ['permissions known', ['read']],
  ['permissions modules', []],
  ['permissions expire', []],
  ['permissions remove', ['ada@example.org', 'service.tickets.read', '--reason', 'left the team']],
  ['permissions add', ['--file', 'grants.csv', '--batch', 'grants-1']],
  ['permissions copy', ['bob@example.org', 'ada@example.org']],
  ['permissions rename', ['service.reports.read', 'service.reporting.read', '--yes', '--batch', 'rename-1']],
  ['audit list', ['--limit', '1', '--user', 'ada@example.org', '--action', 'remove']],
  ['audit show', ['8']],
  ['audit batches', ['--limit', '1']],
  ['audit revert', ['8']],
  ['audit verify', []],
  ['audit head', []],
  ['geocode', ['JFK']],
  ['airports info', []],
  ['cache info', []],
  ['cache clear', []],
  ['keys list', []],
  ['keys add', []],
  ['keys rotate', []],
  [
    'users create',
    [
      'eve@example.org',
      '--first-name',
      'Eve',
      '--last-name',
      'Example',
      '--permission',
      'service.tickets.read',
    ],
  ],
  ['users update', ['eve@example.org', '--last-name', 'Other']],
  ['departments create', ['Early shift', '--code', 'ES', '--parent', 'GC']],
  ['departments update', ['ES', '--name', 'First shift']],
  ['departments show', ['NS']],
  ['departments delete', ['ES']],
  ['users deactivate', ['eve@example.org']],
  ['users activate', ['eve@example.org', '--dry-run']],
  ['users erase', ['eve@example.org', '--yes']],
  ['db backup', ['copy.db']],
  ['db restore', ['copy.db', '--yes']],
  ['db check', []],
  ['db copy', ['--from', 'ops-admin.db', '--to', 'other.db']],
  ['config', []],
  ['whoami', []],
];

describe('The JSON of every command', () => {
  const workplace = new Workplace();

  it('has exactly the members in json-samples.json', async () => {
    await workplace.write('users.json', [
      user(1, ['service.admin.access'], 'Grace'),
      user(2, ['service.tickets.read', 'service.tickets'], 'Ada'),
      user(3, ['service.reports.read'], 'Bob'),
    ]);
    const dates = { createdAt: '2026-01-31T12:00:00.000Z', updatedAt: '2026-01-31T12:00:00.000Z' };
    await workplace.write('departments.json', [
      {
        _id: anId(11),
        name: 'Ground crew',
        description: 'Turnarounds',
        code: 'GC',
        managerId: anId(1),
        ...dates,
      },
      { _id: anId(12), name: 'Night shift', description: '', code: 'NS', parentId: anId(11), ...dates },
    ]);
    await workplace.write(
      'grants.csv',
      'user,permission\nada@example.org,service.reports.read\nnobody@example.org,service.reports.read\n',
    );
    const shown: Record<string, unknown> = {};
    for (const [name, args] of RUNS) {
      const { stderr, stdout } = await workplace.run([...name.split(' '), ...args, '--json']);
      const printed = parsed(stdout);
      if (printed === undefined) throw new Error(`${name}: ${stderr}`);
      shown[`ops-admin ${name}`] = printed;
    }
    if (process.env.SAMPLES) writeFileSync(process.env.SAMPLES, JSON.stringify(shown, null, 2));
    expect(Object.keys(shown).sort()).to.deep.equal([...SAMPLES.keys()].sort());
    for (const [name, sample] of SAMPLES) {
      expect(shapeOf(shown[name]), name).to.deep.equal(shapeOf(sample));
    }
  });

  it('has a sample for every command with JSON output', () => {
    const without = commandEntries()
      .filter(({ name, terms }) => terms.some(({ term }) => term.startsWith('--json')) && !SAMPLES.has(name))
      .map(({ name }) => name);
    // One serves, one prints a token alone, one prints every entry as `audit show` does, one needs the id of
    // a key, and prints keys as `keys list` does. An export prints the records of the HTTP interface; the other two print rows.
    expect(without).to.deep.equal(
      [
        'serve',
        'token issue',
        'permissions export',
        'permissions apply',
        'permissions review',
        'audit export',
        'keys withdraw',
      ].map((name) => `ops-admin ${name}`),
    );
  });
});

/** One value, or a value a line. */
function parsed(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    const lines = stdout.trimEnd().split('\n');
    return stdout.trim() === '' ? undefined : { lines: lines.map((line) => JSON.parse(line) as unknown) };
  }
}

/** Its members and their types; of lists every shape that an item has. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = value.map((one) => JSON.stringify(shapeOf(one)));
    return [...new Set(shapes)].sort();
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, shapeOf(one)]));
  }
  return value === null ? 'null' : typeof value;
}
