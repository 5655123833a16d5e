import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { err, ok } from '@ops-admin/core';
import { type AreaCommand, compose, readConfig, runAreaCommand } from '@ops-admin/service';
import { expect } from 'chai';
import { COUNT, NOTES, notesArea } from './notes-area.ts';

/** Counts the rows of a table, and fails in every way where it is told to. */
const count: AreaCommand = {
  name: 'count',
  summary: 'count what there is',
  arguments: ['table'],
  options: { as: { value: 'end', description: 'how it ends' } },
  async run({ get }, { arguments: { table = '' }, options: { as } }) {
    if (as === 'bug') throw new Error('oops');
    if (as === 'not-found') return err({ type: as, message: 'there is nothing' });
    if (as === 'invalid-input') return err({ type: as, message: 'what is that?' });
    if (as === 'store-unavailable') return err({ type: as, cause: new Error('the disk is gone') });
    const records = [{ table, rows: await get(COUNT)(table), note: 'a\u001b[31mb' }];
    return ok({ records, someFailed: as === 'partly' });
  },
};
const areas = [{ ...notesArea(NOTES), commands: [count] }];

describe('runAreaCommand', () => {
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-area-command-'));
    const settings = { config: readConfig({})._unsafeUnwrap(), database: join(folder, 'ops-admin.db') };
    await (await compose(settings, ['users']))._unsafeUnwrap().close();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = async (argv: readonly string[], env: Record<string, string> = {}) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const OPS_DB = join(folder, 'ops-admin.db');
    const code = await runAreaCommand({ areas, argv, env: { OPS_DB, ...env }, stdout, stderr });
    return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
  };

  it('prints a table, and nothing in it steers a terminal', async () => {
    expect(await run(['notes', 'count', 'notes_note'])).to.deep.equal({
      code: 0,
      stdout: 'TABLE       ROWS  NOTE\nnotes_note  1     a\\u001b[31mb\n',
      stderr: '',
    });
  });

  it('prints an array for programs, in the words of the command line or of the environment', async () => {
    for (const outcome of [
      await run(['notes', 'count', '--json', 'notes_note']),
      await run(['notes', 'count', 'notes_note'], { OPS_JSON: '1' }),
    ]) {
      expect(JSON.parse(outcome.stdout)).to.deep.equal([
        { table: 'notes_note', rows: 1, note: 'a\u001b[31mb' },
      ]);
    }
  });

  for (const [as, code, name, message] of [
    ['store-unavailable', 1, 'SERVER_ERROR', 'the database failed: the disk is gone'],
    ['invalid-input', 2, 'VALIDATION_ERROR', 'what is that?'],
    ['not-found', 3, 'NOT_FOUND', 'there is nothing'],
  ] as const) {
    it(`ends with ${code} at ${as}`, async () => {
      const args = ['notes', 'count', 'notes_note', '--as', as];
      expect(await run(args)).to.deep.equal({ code, stdout: '', stderr: `${message}\n` });
      const { stderr } = await run([...args, '--json']);
      expect(JSON.parse(stderr)).to.deep.equal({ error: { code: name, message } });
    });
  }

  it('ends with 4 where a part of it failed, and prints the rest', async () => {
    const { code, stdout } = await run(['notes', 'count', 'notes_note', '--as', 'partly', '--json']);
    expect(code).to.equal(4);
    expect(JSON.parse(stdout)).to.have.length(1);
  });

  it('ends with 1 at a bug', async () => {
    const { code, stderr } = await run(['notes', 'count', 'notes_note', '--as', 'bug']);
    expect(code).to.equal(1);
    expect(stderr).to.match(/^unexpected failure: Error: oops\n/);
  });

  for (const [what, args, message] of [
    ['an unknown command', ['notes', 'list'], 'there is no command notes list; there are notes count'],
    ['an unknown area', ['tickets'], 'there is no command tickets; there are notes count'],
    ['an unknown option', ['notes', 'count', 'x', '--all'], "notes count: Unknown option '--all'"],
    ['a missing argument', ['notes', 'count'], 'notes count: it takes table'],
    ['an argument too many', ['notes', 'count', 'x', 'y'], 'notes count: it takes table'],
  ] as const) {
    it(`ends with 2 at ${what}`, async () => {
      expect(await run(args)).to.deep.equal({ code: 2, stdout: '', stderr: `${message}\n` });
    });
  }

  it('ends with 2 where there is no database, and makes none', async () => {
    const { code, stderr } = await run(['notes', 'count', 'x', '--db', join(folder, 'other.db')]);
    expect(code).to.equal(2);
    expect(stderr).to.match(/the file does not exist/);
  });

  it('ends well where the reader has had enough', async () => {
    const stdout = new Writable({
      write(_text, _encoding, done) {
        done(Object.assign(new Error('gone'), { code: 'EPIPE' }));
      },
    });
    const argv = ['notes', 'count', 'notes_note', '--db', join(folder, 'ops-admin.db')];
    expect(await runAreaCommand({ areas, argv, env: {}, stdout, stderr: new PassThrough() })).to.equal(0);
  });

  it('says what there is', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).to.equal(0);
    expect(stdout).to.match(
      /^ {2}notes count <table> {2,}count what there is\n {4}--as <end> {2,}how it ends$/m,
    );
  });
});
