import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { codeBlocksOf } from './markdown-page.ts';

const ROOT = join(import.meta.dirname, '..');

describe('examples/level-store/README.md', () => {
  it('shows the code of the example', () => {
    const example = ['level-store.js', 'suites.js']
      .map((file) => flat(`examples/level-store/${file}`))
      .join('');
    const blocks = codeBlocksOf(readFileSync(join(ROOT, 'examples/level-store/README.md'), 'utf8'));
    expect(blocks).to.have.length.above(2);
    for (const { code } of blocks) expect(example).to.include(unindented(code));
  });
});

function flat(file: string): string {
  return unindented(readFileSync(join(ROOT, file), 'utf8'));
}

function unindented(code: string): string {
  return code.replace(/^ +/gm, '');
}
