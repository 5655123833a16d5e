import { spawnSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Messages } from '../dist/messages.js';
import { ProgressLine } from '../dist/present/progress-line.js';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { BIN, Workplace } from './ops-admin.ts';

const ERASED = '\r\u001b[2K';
const HAS_SCRIPT = !spawnSync('script', ['--version']).error;

describe('The progress of a step', () => {
  let shown = '';
  const progressOn = (columns: number, isTTY = true) => {
    shown = '';
    const terminal = Object.assign(new Writable({ decodeStrings: false }), { isTTY, columns });
    terminal._write = (text, _encoding, done) => {
      shown = `${shown}${text}`;
      done();
    };
    return new ProgressLine({ env: {}, stderr: new Messages(terminal, []) });
  };
  const line = () => shown.slice(shown.lastIndexOf(ERASED) + ERASED.length);

  it('is a share and a count', () => {
    progressOn(120).show({ step: 'entries', done: 500_000, total: 1_000_000 });
    expect(line()).to.equal('verifying the audit log  50%  500,000 entries');
    progressOn(120).show({ step: 'entries', done: 1_000_500, total: 1_000_000 });
    expect(line()).to.equal('verifying the audit log  100%  1,000,500 entries');
  });

  it('is a count where the total is unknown, and a name where nothing is counted', () => {
    const progress = progressOn(120);
    progress.show({ step: 'damage' });
    expect(line()).to.equal('looking for damage');
    progress.show({ step: 'entries', done: 1 });
    expect(line()).to.equal('verifying the audit log  1 entry');
  });

  it('is drawn at each new step, and again after other lines', () => {
    const progress = progressOn(120);
    progress.show({ step: 'entries', done: 0, total: 2 });
    progress.show({ step: 'users', done: 0, total: 2 });
    expect(line()).to.match(/ 0 users$/);
    progress.erase();
    expect(line()).to.equal('');
    progress.show({ step: 'users', done: 1, total: 2 });
    expect(line()).to.match(/ 1 user$/);
  });

  it('fits the terminal', () => {
    progressOn(12).show({ step: 'entries', done: 600_000, total: 1_000_000 });
    expect(line()).to.equal('verifying t');
  });

  it('is shown only on a terminal', () => {
    const progress = progressOn(120, false);
    progress.show({ step: 'entries', done: 0, total: 1 });
    progress.erase();
    expect(shown).to.equal('');
  });
});

(HAS_SCRIPT ? describe : describe.skip)('A command that reads everything, on a terminal', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;

  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.a'], ['service.d'], ['service.b', 'service.c']);
    await organisation.remove(1, ['service.a']);
    await organisation.close();
  });

  function onTerminal(command: string, more: { readonly TERM?: string; readonly input?: string } = {}) {
    const { input = '', TERM = 'xterm' } = more;
    return spawnSync('script', ['-qec', `'${process.execPath}' '${BIN}' ${command}`, '/dev/null'], {
      cwd: workplace.path(''),
      encoding: 'utf8',
      input,
      env: { PATH: process.env.PATH ?? '', TERM },
    });
  }
  /** The lines that were drawn and removed, and the remaining text. */
  function run(command: string, TERM?: string) {
    const { status, stdout } = onTerminal(command, { ...(TERM !== undefined && { TERM }) });
    expect(status, stdout).to.equal(0);
    const drawn = stdout.split(ERASED);
    return { left: drawn.pop() ?? '', drawn: drawn.filter((text) => text !== '') };
  }
  const SHARE = ' {2}\\d+% {2}';
  const commands: Record<string, readonly string[]> = {
    'audit verify': ['verifying the audit log B4 entries'],
    'db check': ['looking for damage', 'comparing users B3 users', 'verifying the audit log B4 entries'],
    'db backup copy.db': [
      'copying the file B0 pages',
      'looking for damage',
      'comparing users B3 users',
      'verifying the audit log B4 entries',
    ],
    'db copy --from ops-admin.db --to another.db': [
      'copying B1 record',
      'reading the copy B1 record',
      'looking for damage',
      'comparing users B3 users',
      'verifying the audit log B4 entries',
    ],
  };
  for (const [command, steps] of Object.entries(commands)) {
    it(`is shown for each step of ${command}, and removed`, () => {
      const { drawn, left } = run(command);
      expect(drawn).to.have.length(steps.length);
      for (const [n, step] of steps.entries())
        expect(drawn[n]).to.match(new RegExp(`^${step.replace(' B', SHARE)}$`));
      expect(left)
        .to.match(/entries|copied|whole/)
        .and.not.include('%');
    });
  }

  it('is shown for an import, and for the undo of a batch', async () => {
    await workplace.write(
      'more.csv',
      `id,email,name\n${anId(8)},x@example.org,X\n${anId(9)},y@example.org,Y\n`,
    );
    const imported = run('import users more.csv --batch more --yes');
    expect(imported.drawn.at(-1)).to.match(/2 rows$/);
    expect(imported.left).to.include('2 created').and.not.include('%');
    const undone = run('audit revert --batch more --yes');
    expect(undone.drawn.at(-1)).to.match(/^100% {2}2 rows$/);
    expect(undone.left).to.include('2 entries: 2 reverted').and.not.include('%');
  });

  it('is hidden with --quiet, and on a terminal without control sequences', () => {
    expect(run('db check --quiet').drawn).to.deep.equal([]);
    expect(run('db check', 'dumb').drawn).to.deep.equal([]);
  });

  it('is removed before a question', () => {
    run('db backup copy.db');
    const { stdout } = onTerminal('db restore copy.db', { input: 'n\n' });
    expect(stdout).to.include(`4 entries${ERASED}Put copy.db, with 4 audit entries, in place of `);
  });
});
