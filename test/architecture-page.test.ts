import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { headingsOf } from './markdown-page.ts';

const ROOT = join(import.meta.dirname, '..');

describe('docs/architecture.md', () => {
  it('names every package and every folder of its sources, and no other', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const rooms = headingsOf(page).find(({ text }) => text === 'Rooms')?.body ?? '';
    let source = '';
    const named = [...rooms.matchAll(/^(packages\/\S+\/| {2}[\w-]+\/)/gm)].map(([path]) => {
      if (!path.startsWith(' ')) source = path;
      return path.startsWith(' ') ? source + path.trim() : path;
    });
    const sources = readdirSync(join(ROOT, 'packages'))
      .flatMap((name) => [`packages/${name}/src/`, `packages/${name}/template/src/`])
      // A folder of another branch may be left over.
      .filter((path) => existsSync(join(ROOT, path)));
    const there = sources.flatMap((path) => [path, ...foldersIn(path)]);
    expect([...named].sort()).to.deep.equal(there.sort());
  });
});

function foldersIn(path: string): string[] {
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}${name}/`);
}
