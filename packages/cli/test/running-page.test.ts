import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { headingsOf } from '../../../test/markdown-page.ts';
import { PROVIDER_KINDS } from '../../adapter-geocoder/dist/config.js';
import { runningPage } from '../reference/running-page.ts';
import { Workplace } from './ops-admin.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/running.md'), 'utf8');

describe('The settings of docs/running.md', () => {
  const workplace = new Workplace();

  it('are generated from the code by pnpm run docs:reference', () => {
    expect(PAGE).to.equal(runningPage(PAGE));
  });

  it('are all variables that the sources name', () => {
    const section = headingsOf(PAGE).find(({ text }) => text === 'Settings')?.body ?? '';
    const sources = globSync('packages/*/src', { cwd: ROOT }).flatMap(textsBelow).join('\n');
    const own: string[] = sources.match(/(?<=')OPS_\w+(?=')|\bOPS_\w+(?=:)|(?<=\.)OPS_\w+/g) ?? [];
    const others: string[] = sources.match(/(?<=process\.env\.)\w+/g) ?? [];
    expect([own.length > 50, others.includes('PGSSLMODE')]).to.deep.equal([true, true]);
    const isGone = (name: string) => name === 'OPS_DRY_RUN' || name === 'OPS_ATOMIC';
    const missing = own.filter((name) => !section.includes(`\`${name}\``) && !isGone(name));
    expect([...missing, ...others.filter((name) => !PAGE.includes(name))]).to.deep.equal([]);
  });

  it('are known to the command, like every variable in other pages and files', async () => {
    const places = ['README.md', 'SECURITY.md', 'docs', 'deploy', 'examples', 'compose.yaml', 'Dockerfile'];
    const named = new Set(
      places.flatMap(textsBelow).flatMap((text) => text.match(/\bOPS_\w*[A-Z]\b/g) ?? []),
    );
    expect(named.size).to.be.greaterThan(50);
    const env = {
      ...Object.fromEntries([...named].map((name) => [name, 'x'])),
      OPS_GEOCODERS: [...Object.keys(PROVIDER_KINDS), 'nominatim:primary', 'nominatim:backup'].join(),
      // The test looks for warnings.
      OPS_QUIET: 'no',
    };
    const { stderr } = await workplace.run(['config'], { env });
    const unknown = [...stderr.matchAll(/^ops-admin: warning: (\w+) is not a setting/gm)].map(
      ([, name]) => name,
    );
    // The mistake that the page shows.
    expect(unknown).to.deep.equal(['OPS_PROT']);
  });
});

function textsBelow(path: string): string[] {
  if (!statSync(join(ROOT, path)).isDirectory()) return [readFileSync(join(ROOT, path), 'utf8')];
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap(({ name }) => textsBelow(join(path, name)));
}
