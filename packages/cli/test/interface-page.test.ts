import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { codeBlocksOf } from '../../../test/markdown-page.ts';
import { Workplace } from './ops-admin.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/interface.md'), 'utf8');

describe('The examples of docs/interface.md', () => {
  const workplace = new Workplace();

  it('are what the demo answers to the lines with curl', async () => {
    const { adminToken, url } = await workplace.serve(['--demo']);
    const blocks = codeBlocksOf(PAGE);
    const asked = blocks.flatMap(({ code, language }, n) =>
      language === 'sh' ? [[code, blocks[n + 1]] as const] : [],
    );
    expect(asked).to.have.length(17);
    for (const [curl, next] of asked) {
      const { path, ...init } = requestOf(curl.replace('$ADMIN_TOKEN', adminToken));
      const response = await fetch(url + path, init);
      expect(response.status, curl).to.equal(200);
      const text = await response.text();
      // What holds times and digests is another one each time.
      const isFixed = next?.language === 'json' && !/^(?:Audit|Session)/.test(next.label);
      if (isFixed) expectPart(JSON.parse(text), JSON.parse(next.code));
    }
  });
});

/** What a line with curl asks for, as `fetch` takes it. */
function requestOf(curl: string) {
  const words = [...curl.replace(/\\\n/g, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  const after = (option: string) => words.flatMap((word, n) => (words[n - 1] === option ? [word] : []));
  const [method = 'GET'] = after('-X');
  const [body = null] = after('-d');
  const headers = after('-H').map((line) => line.split(': ') as [name: string, value: string]);
  const { pathname, search } = new URL(words.at(-1) ?? '');
  return { path: pathname + search, method, body, headers };
}

/** An example may leave out members, and the end of a list. */
function expectPart(whole: unknown, part: unknown): void {
  if (typeof part !== 'object' || part === null) {
    expect(whole).to.equal(part);
    return;
  }
  if (Array.isArray(part)) expect(whole).to.be.an('array');
  for (const [key, value] of Object.entries(part)) expectPart((whole as Record<string, unknown>)[key], value);
}
