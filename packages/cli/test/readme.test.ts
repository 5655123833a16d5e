import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('The README', () => {
  const workplace = new Workplace();
  const root = join(import.meta.dirname, '../../..');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  it('leads to an example that embeds the core and changes permissions', async () => {
    const service = await workplace.serve(['--demo']);
    await service.stop();

    expect(readme).to.include('](docs/embedding.md)');
    const page = readFileSync(join(root, 'docs/embedding.md'), 'utf8');
    const example = /```ts\n(.*?)```/s.exec(page)?.[1] ?? '';
    const file = join(import.meta.dirname, 'readme-example.mjs');
    writeFileSync(file, example);
    const { stdout, stderr } = spawnSync(process.execPath, [file], {
      cwd: workplace.path(''),
      encoding: 'utf8',
    });
    rmSync(file);
    expect(stderr).to.equal('');
    expect(stdout).to.equal("false\n401\n[ 'service.geo.read' ]\n");
    expect(await workplace.json('permissions', 'list', '65a100000000000000000002')).to.not.include(
      'service.geo.read',
    );
  });

  it('has no broken link', () => {
    const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path]) => path as string);
    expect(links).to.include('docs/architecture.md');
    for (const path of links) expect(existsSync(join(root, path)), path).to.equal(true);
  });
});
