import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cliPage, publicCommands } from '../reference/cli-page.ts';
import { manualPage } from '../reference/manual-page.ts';

const PAGE = join(import.meta.dirname, '../../../docs/cli.md');
const PUBLIC = JSON.parse(
  readFileSync(join(import.meta.dirname, '../reference/public-commands.json'), 'utf8'),
) as Readonly<Record<string, unknown>>;

describe('The reference of the command', () => {
  it('is docs/cli.md, which pnpm run docs:reference writes', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(page).to.equal(cliPage(page));
  });

  it('has the arguments and options in public-commands.json, with their help, choices and defaults', () => {
    expect(publicCommands()).to.deep.equal(PUBLIC);
  });

  it('is a manual page with every command', () => {
    const named = Object.keys(PUBLIC).map((usage) => usage.split(/ [[<]/, 1)[0]);
    const manual = manualPage();
    const sections = [...manual.matchAll(/^\.SS (.*)$/gm)].map(([, name]) => name?.replaceAll('\\-', '-'));
    expect(sections).to.deep.equal(named);
    // A line that is not a roff request must not begin like one.
    const requests = new Set([...manual.matchAll(/^\.(\S+)/gm)].map(([, request]) => request));
    expect([...requests].sort()).to.deep.equal(
      ['B', 'I', 'PP', 'RE', 'RS', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf'].sort(),
    );
  });
});
