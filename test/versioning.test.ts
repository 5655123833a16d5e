import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { EXIT } from '../packages/cli/dist/exit-code.js';
import { EXIT_CODES } from '../packages/cli/reference/manual-page.ts';
import { declarationsOf } from './clean-room/declarations-of.ts';
import { ROOT, workspacePackages } from './clean-room/packed-package.ts';
import { rowsOf } from './markdown-page.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Public parts in CONTRIBUTING.md that no other test checks. */
describe('The public interface', () => {
  const tags = JSON.parse(read('test/public-tags.json')) as Readonly<Record<string, readonly string[]>>;
  for (const { folder, manifest } of workspacePackages()) {
    it(`includes these result tags of ${manifest.name}`, () => {
      const written = declarationsOf({ folder, manifest }).flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\btype: ('[\w-]+'(?: \| '[\w-]+')*)/g)].flatMap(
          ([, type = '']) => type.replaceAll("'", '').split(' | '),
        ),
      );
      expect([...new Set(written)].sort()).to.deep.equal(tags[manifest.name] ?? []);
    });
  }

  it('includes the exit codes in docs/administering.md', () => {
    const rows = rowsOf(read('docs/administering.md'), 'exit code', 'meaning').map(Object.values);
    expect(rows).to.deep.equal(EXIT_CODES.map(([code, meaning]) => [String(code), meaning]));
    expect(EXIT_CODES.map(([code]) => code)).to.deep.equal(Object.values(EXIT));
  });
});
