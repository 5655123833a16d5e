import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { headingsOf, rowsOf } from './markdown-page.ts';

const ROOT = join(import.meta.dirname, '..');
const SECTIONS = [
  'Messages at the start',
  'Messages in the log',
  'Messages of the command',
  'Messages about the audit log',
];

describe('docs/when-it-goes-wrong.md', () => {
  const page = readFileSync(join(ROOT, 'docs/when-it-goes-wrong.md'), 'utf8');
  const rows = headingsOf(page)
    .filter(({ text }) => SECTIONS.includes(text))
    .flatMap(({ body }) => [
      ...rowsOf(body, 'level', 'message', 'cause', 'remedy'),
      ...rowsOf(body, 'message', 'cause', 'remedy').map((row) => ({ ...row, level: '' })),
    ]);
  const sources = globSync(
    'packages/{adapter-*,cli,client,core,reference-data,service,store-sql}/src/**/*.ts',
    {
      cwd: ROOT,
    },
  ).map((file) => readFileSync(join(ROOT, file), 'utf8'));

  it('has thirty messages', () => expect(rows).to.have.length.of.at.least(30));

  it('agrees with docs/running.md, which also quotes messages', () => {
    const alerts = /Alert on (.*?)\n\n/s.exec(readFileSync(join(ROOT, 'docs/running.md'), 'utf8'))?.[1] ?? '';
    const quoted = [...alerts.matchAll(/`([^`]+)`/g)]
      .map(([, message = '']) => message)
      .filter((message) => !/^(error|info)$/.test(message));
    expect(quoted).to.have.length(5);
    expect(sources.flatMap(textsOf)).to.include.members(quoted);
  });

  for (const { level, message } of rows) {
    it(`quotes a message in the code: ${message}`, () => {
      const texts = sources.flatMap(textsOf).filter((text) => matches(message, text));
      expect(texts).to.not.be.empty;
      const call = new RegExp(`\\.(error|warn|info)\\([^;]*'${message}'`, 'g');
      const levels = sources.flatMap((source) => [...source.matchAll(call)].map(([, name]) => name));
      if (level) expect(new Set([level, ...levels])).to.have.property('size', 1);
    });
  }
});

/** The texts in a source, with `…` for what is put into them. */
function textsOf(source: string): string[] {
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`/g)].map(([, plain, made = '']) =>
    (plain ?? made.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')).replace(/\s+/g, ' '),
  );
}

/** Whether a text has all the fixed parts of a message, in their order, and begins as it does. */
function matches(message: string, text: string): boolean {
  const fixed = message.split('…').map((part) => part.trim());
  let at = 0;
  for (const part of fixed) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return message.startsWith('…') || text.startsWith(fixed[0] ?? '') || text.startsWith('…');
}
