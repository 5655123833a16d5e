import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { EXIT } from '../packages/cli/dist/exit-code.js';
import { EXIT_CODES } from '../packages/cli/dist/help/reference.js';
import { declarationsOf } from './clean-room/declarations-of.ts';
import { ROOT, workspacePackages } from './clean-room/packed-package.ts';
import { rowsOf } from './markdown-page.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** What VERSIONING.md says is public, and no other test holds. */
describe('What is public', () => {
  const tags = JSON.parse(read('test/public-tags.json')) as Readonly<Record<string, readonly string[]>>;
  for (const { folder, manifest } of workspacePackages()) {
    it(`are these tags of results of ${manifest.name}`, () => {
      const written = declarationsOf({ folder, manifest }).flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\btype: ('[\w-]+'(?: \| '[\w-]+')*)/g)].flatMap(
          ([, type = '']) => type.replaceAll("'", '').split(' | '),
        ),
      );
      expect([...new Set(written)].sort()).to.deep.equal(tags[manifest.name] ?? []);
    });
  }

  it('are the exit codes of docs/administering.md', () => {
    const rows = rowsOf(read('docs/administering.md'), 'exit code', 'meaning').map(Object.values);
    expect(rows).to.deep.equal(EXIT_CODES.map(([code, meaning]) => [String(code), meaning]));
    expect(EXIT_CODES.map(([code]) => code)).to.deep.equal(Object.values(EXIT));
  });

  it('are the messages worth an alert of docs/running.md', () => {
    const messages = rowsOf(read('docs/running.md'), 'level', 'message', 'meaning')
      .flatMap(({ message }) => message.split(', '))
      // Each variable has its own.
      .filter((message) => !message.startsWith('OPS_'));
    expect(messages).to.have.length.above(6);
    const sources = readdirSync(join(ROOT, 'packages'))
      .flatMap((name) =>
        readdirSync(join(ROOT, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts'))
          .map((file) => read(join('packages', name, 'src', file))),
      )
      .join('\n');
    expect(messages.filter((message) => !sources.includes(`'${message}'`))).to.deep.equal([]);
  });
});
