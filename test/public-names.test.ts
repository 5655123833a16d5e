import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { workspacePackages } from './clean-room/packed-package.ts';

/** The names that a program can import from an entry, and those that only its compiler sees. */
interface PublicNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

const NAMES = JSON.parse(readFileSync(join(import.meta.dirname, 'public-names.json'), 'utf8')) as Readonly<
  Record<string, PublicNames>
>;

/** Of the exports of an entry in `package.json`. */
interface Target {
  readonly types: string;
  readonly default: string;
}

describe('The public names of the packages', () => {
  const entries = workspacePackages().flatMap(({ folder, manifest: { exports = {}, name } }) =>
    Object.entries(exports as Readonly<Record<string, Target | string>>).flatMap(([entry, target]) =>
      typeof target === 'string' ? [] : [[join(name, entry), folder, target] as const],
    ),
  );

  it('cover every entry point', () => {
    expect(Object.keys(NAMES).sort()).to.deep.equal(entries.map(([entry]) => entry).sort());
  });

  for (const [entry, folder, target] of entries) {
    it(`of ${entry} are the recorded ones`, async () => {
      const values = Object.keys(
        (await import(pathToFileURL(join(folder, target.default)).href)) as object,
      ).sort();
      const declared = declaredNames(readFileSync(join(folder, target.types), 'utf8'));
      const types = declared.filter((name) => !values.includes(name)).sort();
      expect({ values, types }).to.deep.equal(NAMES[entry]);
    });
  }
});

/** The names that a file of declarations exports; it has to name each, which Biome holds it to (`noReExportAll`). */
function declaredNames(declarations: string): string[] {
  const lists = [...declarations.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((one) => one.trim().replace(/^(?:type )?(?:\w+ as )?/, '')),
  );
  const own = [
    ...declarations.matchAll(/^export (?:declare )?(?:class|const|function|interface|type) (\w+)/gm),
  ];
  return [...lists.filter((name) => name !== ''), ...own.map(([, name = '']) => name)];
}
