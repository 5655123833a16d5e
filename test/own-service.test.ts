import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { useOwnService } from './clean-room/own-service.ts';
import { ROOT } from './clean-room/packed-package.ts';
import { outputOf } from './clean-room/run.ts';
import { TYPESCRIPT_7 } from './clean-room/type-check.ts';

const EXAMPLE = join(ROOT, 'examples/own-service');

describe('examples/own-service', () => {
  it('passes its test, compiles and serves', async () => {
    expect(await outputOf('npm', ['test'], { cwd: EXAMPLE })).to.match(/pass 5\n/);
    await outputOf(process.execPath, [TYPESCRIPT_7, '-p', EXAMPLE], { cwd: EXAMPLE });
    const folder = mkdtempSync(join(tmpdir(), 'ops-admin-own-service-'));
    await useOwnService(EXAMPLE, folder);
    rmSync(folder, { recursive: true });
  });

  it('depends on the versions that the workspace uses', () => {
    const catalog = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(EXAMPLE, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>;
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
      if (!name.startsWith('@ops-admin/'))
        expect(catalog.replaceAll('"', '').split('\n'), name).to.include(`  ${name}: ${range}`);
  });
});
