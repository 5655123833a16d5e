import type { Timestamp } from '@ops-admin/core';
import { compose, readConfig } from '@ops-admin/service';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { Workplace } from './ops-admin.ts';

const ADA = 'ada@example.org';
const END = '2999-06-01T12:00:00.000Z';
const PAST = '2020-01-02T00:00:00.000Z' as Timestamp;

describe('ops-admin and permissions that end', () => {
  const workplace = new Workplace();
  const silent = { debug() {}, info() {}, warn() {}, error() {} };

  beforeEach(async () => {
    const users = [
      { _id: anId(1), emails: [ADA], personalInformation: { name: 'Ada' }, permissions: ['service.a.read'] },
      { _id: anId(2), emails: ['bo@example.org'], personalInformation: { name: 'Bo' }, permissions: [] },
    ];
    await workplace.write('users.json', JSON.stringify(users));
    await workplace.run(['import', 'users', 'users.json']);
  });
  const run = async (...args: string[]) => await workplace.run(args);
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
  const settings = (clock: () => Date) => ({
    config: readConfig({})._unsafeUnwrap(),
    database: workplace.path('ops-admin.db'),
    log: silent,
    clock,
  });
  /** Gives Ada what ended long ago. */
  const giveWhatEnded = async () => {
    const opened = (
      await compose(
        settings(() => new Date('2020-01-01')),
        ['permissions'],
      )
    )._unsafeUnwrap();
    const origin = { actor: 'cli:ada', source: 'cli' } as const;
    const changes = [{ user: ADA, permissions: ['service.b.read', 'service.c'], until: PAST }];
    (await opened.parts.permissions.change({ action: 'add', changes, origin }))._unsafeUnwrap();
    await opened.close();
  };

  it('treats names that every object has as ordinary strings', async () => {
    const names = ['constructor', 'toString', '__proto__', 'prototype', 'hasOwnProperty'];
    // The reader of files refuses a member `__proto__`, as that of bodies does.
    const ending = ['constructor', 'prototype'];
    const ends = Object.fromEntries(ending.map((one) => [one, END]));
    await workplace.write('names.json', JSON.stringify([{ _id: anId(2), permissions: names, ends }]));
    const imported = JSON.parse(
      (await run('import', 'users', 'names.json', '--json')).stdout.split('\n')[0] ?? '',
    );
    expect(Object.entries(imported.ends)).to.have.deep.members(Object.entries(ends));
    const told = names.map((one) => (ending.includes(one) ? `${one} until ${END}` : one));
    expect((await run('permissions', 'list', anId(2))).stdout.trim().split('\n')).to.deep.equal(told);
    const shown = (await run('users', 'show', anId(2))).stdout.matchAll(/^PERMISSION +(.*)$/gm);
    expect([...shown].map(([, text]) => text)).to.deep.equal(told);
    const literal = names.flatMap((one) => ['--literal', one]);
    await run('permissions', 'remove', anId(2), ...literal);
    const entry = (await json('audit', 'list'))[0].id;
    const undone = (await run('audit', 'revert', String(entry))).stdout.trim().split('\n').slice(1);
    expect(undone).to.deep.equal(told.map((one) => `  gave back ${one}`));
    const exported = await run('permissions', 'export');
    await workplace.write('held.csv', exported.stdout);
    const applied = await run('permissions', 'apply', 'held.csv', '--yes', '--json');
    expect(JSON.parse(applied.stdout.trim().split('\n').at(-1) ?? '').summary).to.include({
      changed: 0,
      failed: 0,
    });
    expect((await run('db', 'check')).code).to.equal(0);

    const wrong = '{"_id":"%","permissions":["service.a"],"ends":{"constructor":"2999-06-01T12:00:00.000Z"}}';
    await workplace.write('wrong.json', wrong.replace('%', anId(2)));
    const refused = await run('import', 'users', 'wrong.json');
    expect(refused).to.deep.include({ code: 2, stdout: '' });
    expect(refused.stderr).to.include('ends names constructor');
  });

  it('grants permissions until a time, until a date or for a span, and shows when they end', async () => {
    const added = await run(
      'permissions',
      'add',
      ADA,
      'service.b.read',
      '--until',
      '2999-06-01T14:00:00+02:00',
    );
    expect(added.stdout).to.include(`Ada <${ADA}>: added service.b.read until ${END}\n`);
    const tried = await run(
      'permissions',
      'add',
      ADA,
      'service.b.read',
      '--until',
      '2999-07-01',
      '--dry-run',
    );
    expect(tried.stdout).to.include('service.b.read would be held until 2999-07-01T23:59:59.999Z');
    const before = Date.now();
    const row = await json('permissions', 'add', ADA, 'service.c', '--until', '2w');
    const lasts = Date.parse(row.ends['service.c']) - before;
    expect(lasts).to.be.within(14 * 86_400_000, 14 * 86_400_000 + 60_000);
    const held = await run('permissions', 'list', ADA);
    expect(held.stdout.split('\n').slice(0, 2)).to.deep.equal([
      'service.a.read',
      `service.b.read until ${END}`,
    ]);
    expect(await json('permissions', 'list', ADA)).to.deep.equal([
      'service.a.read',
      'service.b.read',
      'service.c',
    ]);
    expect((await run('permissions', 'list', ADA, '--effective')).stdout)
      .to.include('UNTIL')
      .and.include(END);
    expect((await run('users', 'show', ADA)).stdout).to.include(`service.b.read until ${END}`);
    const forGood = await run('permissions', 'add', ADA, 'service.b.read');
    expect(forGood.stdout).to.include(`Ada <${ADA}>: service.b.read is held permanently now\n`);
    const [newest] = await json('audit', 'list', '--limit', '1');
    expect(newest.ends).to.deep.equal({ 'service.b.read': null });
    expect((await run('audit', 'list', '--limit', '1')).stdout).to.include('~service.b.read');
    expect((await run('audit', 'show', String(newest.id))).stdout).to.match(
      /^END +service\.b\.read permanent$/m,
    );
  });

  it('refuses an end that has passed or is malformed', async () => {
    const passed = await run('permissions', 'add', ADA, 'service.b', '--until', '2020-01-01');
    expect([passed.code, passed.stderr]).to.deep.equal([
      2,
      'ops-admin: service.b would end at 2020-01-01T23:59:59.999Z, which has passed\n',
    ]);
    for (const text of ['tomorrow', '2999-02-30', '10', '']) {
      expect((await run('permissions', 'add', ADA, 'service.b', '--until', text)).code, text).to.equal(2);
    }
    expect((await run('permissions', 'remove', ADA, 'service.b', '--until', '8h')).code).to.equal(2);
  });

  it('reads a column or member until, with --until for the other rows', async () => {
    const rows = async (file: string, text: string, action = 'add') => {
      await workplace.write(file, text);
      const { stdout } = await run('permissions', action, '--file', file, '--until', '2999-01-01', '--json');
      return stdout.split('\n').flatMap((line) => (line.startsWith('{"user"') ? [JSON.parse(line)] : []));
    };
    const csv = `user,permission,until\n${ADA},service.x,${END}\n${ADA},service.y,\n`;
    const other = '2999-01-01T23:59:59.999Z';
    expect((await rows('some.csv', csv)).map(({ ends, result }) => [result, ends])).to.deep.equal([
      ['added', { 'service.x': END }],
      ['added', { 'service.y': other }],
    ]);
    const lines = [
      { user: ADA, permissions: ['service.x'], until: '2999-12-31' },
      { user: 'bo@example.org', permissions: ['service.x'] },
    ].map((line) => JSON.stringify(line));
    expect(
      (await rows('some.ndjson', lines.join('\n'))).map(({ ends, result }) => [result, ends]),
    ).to.deep.equal([
      ['updated', { 'service.x': '2999-12-31T23:59:59.999Z' }],
      ['added', { 'service.x': other }],
    ]);
    for (const [file, text, place] of [
      ['bad.csv', `${csv}${ADA},service.z,soon\n`, `4:${ADA.length + 12}: until must be`],
      [
        'bad.ndjson',
        `{"user":"${ADA}","permissions":["service.z"],"until":7}`,
        ': until must be a string, found 7',
      ],
    ] as const) {
      await workplace.write(file, text);
      const before = (await run('users', 'show', ADA)).stdout;
      const refused = await run('permissions', 'add', '--file', file);
      expect([refused.code, refused.stdout]).to.deep.equal([2, '']);
      expect(refused.stderr).to.include(`${file}:`).and.include(place);
      expect((await run('users', 'show', ADA)).stdout).to.equal(before);
    }
    const removed = await run('permissions', 'remove', '--file', 'some.csv');
    expect(removed.stderr).to.include('"until"');
    expect(removed.stdout).to.include('removed service.x');
  });

  it('imports ends, and shows them again', async () => {
    const user = { _id: anId(2), permissions: ['service.b', 'service.c'], ends: { 'service.b': END } };
    await workplace.write('more.json', JSON.stringify([user]));
    const { stdout } = await run('import', 'users', 'more.json', '--json');
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).to.deep.include({ ends: { 'service.b': END } });
    expect((await json('users', 'show', anId(2))).ends).to.deep.equal({ 'service.b': END });
  });

  it('holds no ended permission, before and after the entry of its end', async () => {
    await giveWhatEnded();
    const seen = async () => [
      await json('permissions', 'list', ADA),
      await json('permissions', 'holders', 'service.c'),
      (await run('db', 'check')).code,
    ];
    expect(await seen()).to.deep.equal([['service.a.read'], [], 0]);
    expect((await run('permissions', 'expire')).stdout).to.equal('ended: 2 permissions of 1 user\n');
    expect(await json('permissions', 'expire')).to.deep.equal({ users: 0, permissions: 0 });
    expect(await seen()).to.deep.equal([['service.a.read'], [], 0]);
    const [entry] = await json(
      'audit',
      'list',
      '--action',
      'expire',
      '--actor',
      'service',
      '--source',
      'service',
    );
    expect(entry).to.deep.include({
      actor: 'service',
      userId: anId(1),
      removed: ['service.b.read', 'service.c'],
      endsBefore: { 'service.b.read': PAST, 'service.c': PAST },
    });
    const undone = await run('audit', 'revert', String(entry.id));
    expect(undone.stdout).to.include('nothing is left to undo: an end cannot be undone');
    expect((await run('audit', 'verify')).code).to.equal(0);
  });

  it('records ends in a running service, including those while it was stopped', async () => {
    await giveWhatEnded();
    const opened = (
      await compose(
        settings(() => new Date()),
        ['server', 'audit'],
      )
    )._unsafeUnwrap();
    const { audit, server } = opened.parts;
    const { stop } = (await server.start({ host: '127.0.0.1', port: 0 }))._unsafeUnwrap();
    const written = async () => (await audit.list({ action: 'expire' }))._unsafeUnwrap().entries;
    await until(async () => (await written()).length === 1, 'the entry');
    await stop();
    await opened.close();
  });
});
