import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { NOTES_PROGRAM } from './notes-program.ts';
import { Workplace } from './ops-admin.ts';

describe('A program with an area', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    await workplace.write('none.json', '[]');
    await workplace.run(['import', 'departments', 'none.json']);
  });

  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    workplace.run(args, { env, program: NOTES_PROGRAM });

  it('prints records as a table, and nothing in it steers a terminal', async () => {
    expect(await run(['notes', 'count', 'notes_note'])).to.deep.equal({
      code: 0,
      stdout: 'TABLE       ROWS  NOTE\nnotes_note  1     a\\u001b[31mb\n',
      stderr: '',
    });
  });

  it('prints an array for programs, in the words of the command line or of the environment', async () => {
    for (const outcome of [
      await run(['notes', 'count', '--json', 'notes_note']),
      await run(['--json', 'notes', 'count', 'notes_note']),
      await run(['notes', 'count', 'notes_note'], { OPS_JSON: '1' }),
    ]) {
      expect(JSON.parse(outcome.stdout)).to.deep.equal([
        { table: 'notes_note', rows: 1, note: 'a\u001b[31mb' },
      ]);
    }
    const none = ['notes', 'count', 'notes_note', '--as', 'nothing'];
    expect((await run([...none, '--json'])).stdout).to.equal('[]\n');
    expect((await run(none)).stdout).to.equal('');
  });

  for (const [as, code, name, message] of [
    ['store-unavailable', 1, 'SERVER_ERROR', 'the database failed: the disk is gone'],
    ['invalid-input', 2, 'VALIDATION_ERROR', 'what is that?'],
    ['not-found', 3, 'NOT_FOUND', 'there is nothing'],
  ] as const) {
    it(`ends with ${code} at ${as}`, async () => {
      const args = ['notes', 'count', 'notes_note', '--as', as];
      expect(await run(args)).to.deep.equal({ code, stdout: '', stderr: `ops-admin: ${message}\n` });
      const { stderr } = await run([...args, '--json']);
      expect(JSON.parse(stderr)).to.deep.equal({ error: { code: name, message } });
    });
  }

  it('ends with 4 where a part of it failed, and prints the rest', async () => {
    const { code, stderr, stdout } = await run(['notes', 'count', 'notes_note', '--as', 'partly', '--json']);
    expect(code).to.equal(4);
    expect(JSON.parse(stdout)).to.have.length(1);
    expect(JSON.parse(stderr)).to.have.nested.property('error.code', 'ROWS_FAILED');
  });

  it('ends with 1 at a bug', async () => {
    const { code, stderr } = await run(['notes', 'count', 'notes_note', '--as', 'bug']);
    expect(code).to.equal(1);
    expect(stderr).to.match(/^ops-admin: unexpected failure: Error: oops\n/);
  });

  for (const [what, args, message] of [
    ['an unknown command', ['notes', 'list'], "unknown command 'list'; there are count"],
    ['an unknown area', ['tickets'], "unknown command 'tickets'"],
    ['an unknown option', ['notes', 'count', 'x', '--all'], "unknown option '--all'"],
    ['a missing argument', ['notes', 'count'], "missing required argument 'table'"],
    ['an argument too many', ['notes', 'count', 'x', 'y'], 'too many arguments'],
  ] as const) {
    it(`ends with 2 at ${what}`, async () => {
      const { code, stderr, stdout } = await run(args);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr)
        .to.match(/^ops-admin: /)
        .and.include(message);
    });
  }

  it('ends with 2 where there is no database, and makes none', async () => {
    const { code, stderr } = await run(['notes', 'count', 'x', '--db', 'other.db']);
    expect(code).to.equal(2);
    expect(stderr).to.match(/the file does not exist/);
  });

  // To root, every file can be written.
  const asUser = process.getuid?.() === 0 ? it.skip : it;
  asUser('needs a database that can be written only for a command that writes', async () => {
    await run(['notes', 'count', 'notes_note']);
    chmodSync('ops-admin.db', 0o400);
    expect(await run(['notes', 'count', 'notes_note'])).to.include({ code: 0 });
    expect((await run(['notes', 'count', 'notes_note', '--writes'])).code).to.not.equal(0);
  });

  it('refuses a service in place of the database', async () => {
    const { code, stderr } = await run(['notes', 'count', 'x', '--server', 'http://127.0.0.1:1']);
    expect(code).to.equal(2);
    expect(stderr).to.include('notes count requires the database');
  });

  it('shows its commands beside those of ops-admin, which it has too', async () => {
    const help = await run(['--help']);
    expect(help.stdout)
      .to.match(/^Usage: ops /)
      .and.match(/^ {2}notes {2,}what was noted$/m)
      .and.match(/^ {2}serve /m);
    expect((await run(['notes', 'count', '--help'])).stdout).to.match(/--db <file> [\s\S]*OPS_DB/);
    expect(await run(['users', 'list', '--json'])).to.include({ code: 0, stdout: '[]\n' });
  });

  it('ends well as a process where the reader has had enough', async () => {
    const program = join(import.meta.dirname, 'notes-program.ts');
    const args = [program, 'notes', 'count', 'notes_note', '--db', workplace.path('ops-admin.db')];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.destroy();
    expect((await once(child, 'close'))[0]).to.equal(0);
  });
});
