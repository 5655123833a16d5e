import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cliPage } from '../reference/cli-page.ts';
import { manualPage } from '../reference/manual-page.ts';

const PAGE = join(import.meta.dirname, '../../../docs/cli.md');

describe('The reference of the command', () => {
  it('is docs/cli.md, which pnpm run docs:reference writes', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(page).to.equal(cliPage(page));
  });

  it('is a manual page with every command of it', () => {
    const named = [...readFileSync(PAGE, 'utf8').matchAll(/^## (ops-admin .*)$/gm)].map(([, name]) => name);
    const manual = manualPage();
    const sections = [...manual.matchAll(/^\.SS (.*)$/gm)].map(([, name]) => name?.replaceAll('\\-', '-'));
    expect(sections).to.deep.equal(named);
    // What is no request of roff begins with none.
    const requests = new Set([...manual.matchAll(/^\.(\S+)/gm)].map(([, request]) => request));
    expect([...requests].sort()).to.deep.equal(
      ['B', 'I', 'PP', 'RE', 'RS', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf'].sort(),
    );
  });
});
