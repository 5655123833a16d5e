import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ROOT, workspacePackages } from './clean-room/packed-package.ts';
import { readmeCode } from './clean-room/readme-code.ts';
import { FOR_NODE_QUICKLY, TYPESCRIPT_6, TYPESCRIPT_7, typeCheck } from './clean-room/type-check.ts';

/** Each block of these is a program of its own. The blocks of docs/http.md are one; packages/client runs it on the demo. */
const PROGRAMS = ['README.md', 'docs/embedding.md'];

describe('The TypeScript of pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ops-admin-pages-'));
  before(() => {
    mkdirSync(join(folder, 'node_modules/@ops-admin'), { recursive: true });
    for (const { folder: from, manifest } of workspacePackages())
      symlinkSync(from, join(folder, 'node_modules', manifest.name));
    symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const blocksOf = (page: string) =>
    readmeCode(join(ROOT, page)).scripts.filter(({ language }) => language === 'ts');

  it('is in no other pages', () => {
    const pages = execFileSync('git', ['grep', '--name-only', '^```ts$', '--', '*.md'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(pages.trimEnd().split('\n').sort()).to.deep.equal([...PROGRAMS, 'docs/http.md'].sort());
  });

  it('is compiled with the strictest settings', async () => {
    for (const page of PROGRAMS)
      for (const [n, { text }] of blocksOf(page).entries())
        writeFileSync(join(folder, nameOf(page, n)), text);
    const client = blocksOf('docs/http.md').map(({ text }) => text);
    writeFileSync(join(folder, nameOf('docs/http.md', 0)), client.join(''));
    for (const compiler of [TYPESCRIPT_7, TYPESCRIPT_6])
      await typeCheck(compiler, folder, { ...FOR_NODE_QUICKLY, types: ['node'] }, ['*.ts']);
  });

  for (const page of PROGRAMS) {
    it(`prints the output on ${page}`, async () => {
      const programs = blocksOf(page);
      expect(programs).to.not.be.empty;
      for (const [n, { prints, text }] of programs.entries()) {
        writeFileSync(join(folder, nameOf(page, n)), text);
        const args = ['--no-warnings', nameOf(page, n)];
        const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
        expect(stdout.trimEnd().split('\n')).to.deep.equal(prints);
      }
    });
  }
});

function nameOf(page: string, block: number): string {
  return `${page.replace(/\W/g, '-')}-${block}.ts`;
}
