import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { workspacePackages } from './clean-room/packed-package.ts';

/** What a program can import of each entry; types are not seen here. */
const NAMES = JSON.parse(readFileSync(join(import.meta.dirname, 'public-names.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

describe('The public names of the packages', () => {
  const entries = workspacePackages().flatMap(({ folder, manifest: { exports = {}, name } }) =>
    Object.entries(exports).flatMap(([entry, target]) =>
      typeof target === 'string'
        ? []
        : [[join(name, entry), join(folder, (target as { default: string }).default)] as const],
    ),
  );

  it('are those of every entry there is', () => {
    expect(Object.keys(NAMES).sort()).to.deep.equal(entries.map(([entry]) => entry).sort());
  });

  for (const [entry, file] of entries) {
    it(`of ${entry} are those that are meant`, async () => {
      const names = Object.keys((await import(pathToFileURL(file).href)) as object).sort();
      expect(names).to.deep.equal(NAMES[entry]);
    });
  }
});
