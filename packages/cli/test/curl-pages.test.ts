import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { codeBlocksOf } from '../../../test/markdown-page.ts';
import { Workplace } from './ops-admin.ts';
import { expectShown, type Places, printedBy, shownOn } from './page-answers.ts';

describe('The lines with curl', () => {
  const workplace = new Workplace();
  let places: Places;
  let env: NodeJS.ProcessEnv;

  beforeEach(async () => {
    const { adminToken, url, userToken } = await workplace.serve(['--demo']);
    places = { 'http://127.0.0.1:3000': url };
    env = { ADMIN_TOKEN: adminToken, USER_TOKEN: userToken };
  });

  for (const [file, count] of [
    ['README.md', 1],
    ['docs/http.md', 8],
  ] as const) {
    it(`of ${file} return on the demo the answers that the page shows`, async () => {
      const asked = shownOn(page(file), places);
      expect(asked).to.have.length(count);
      for (const shown of asked) await expectShown(shown, places, env);
    });
  }

  it('of docs/interface.md return on the demo at least the members of the examples', async () => {
    const blocks = codeBlocksOf(page('docs/interface.md'));
    const asked = blocks.flatMap(({ code, language }, n) =>
      language === 'sh' ? [[code, blocks[n + 1]] as const] : [],
    );
    expect(asked).to.have.length(4);
    for (const [lines, next] of asked) {
      // Ends with an exit code where the status is that of an error.
      const text = await printedBy(lines.replaceAll('curl -sS', 'curl -sSf'), places, env);
      // Times and digests differ in each run.
      const isFixed =
        next?.language === 'json' && !/^(?:Audit|DepartmentChanged|Grant|Session)/.test(next.label);
      if (isFixed) expectPart(JSON.parse(text), JSON.parse(next.code));
    }
  });
});

function page(file: string): string {
  return readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
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
