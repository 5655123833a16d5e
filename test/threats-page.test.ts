import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '..');

describe('docs/threats.md', () => {
  it('names a test for each threat, by its file and its title', () => {
    const page = readFileSync(join(ROOT, 'docs/threats.md'), 'utf8');
    const rows = page
      .split('\n')
      .filter((line) => /^\| .*`[\w/.-]+\.(?:test|checks)\.ts`/.test(line))
      .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));
    expect(rows.length).to.be.greaterThan(40);
    for (const [threat = '', , file = '', title = ''] of rows) {
      const path = join(ROOT, 'packages', file.replaceAll('`', ''));
      expect(existsSync(path), path).to.equal(true);
      expect(readFileSync(path, 'utf8'), threat).to.include(title);
    }
  });
});
