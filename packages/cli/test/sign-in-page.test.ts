import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { codeBlocksOf } from '../../../test/markdown-page.ts';
import { Workplace } from './ops-admin.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/sign-in.md'), 'utf8');

describe('docs/sign-in.md', () => {
  const workplace = new Workplace();

  it('creates a key set and a token that the service accepts', async () => {
    await (await workplace.serve(['--demo'])).stop();
    const { code } = codeBlocksOf(PAGE).find((block) => block.code.includes('jwks.json')) ?? { code: '' };
    const [, script = '', link = '', variables = ''] =
      /^node -e '\n(.*?)'\nops-admin (.*?)\nexport (.*?)\n/s.exec(code) ?? [];
    execFileSync(process.execPath, ['-e', script], { cwd: workplace.path('') });
    expect(await workplace.run(link.split(' '))).to.have.property('code', 0);
    const env = Object.fromEntries(variables.split(' ').map((pair) => pair.split('=')));

    const { url } = await workplace.serve([], env);
    const token = readFileSync(workplace.path('token'), 'utf8');
    const answer = await fetch(`${url}/auth/session`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await answer.json()).to.have.nested.property('data.user.personalInformation.name', 'Amara Okafor');
  });
});
