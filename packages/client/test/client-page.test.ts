import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readmeCode } from '../../../test/clean-room/readme-code.ts';
import { Workplace } from '../../cli/test/ops-admin.ts';

const PAGE = join(import.meta.dirname, '../../../docs/http.md');

describe('The programs of docs/http.md', () => {
  const workplace = new Workplace();

  it('print the output on the page, on the demo', async () => {
    const { adminToken, url } = await workplace.serve(['--demo']);
    const programs = readmeCode(PAGE).scripts.filter(({ language }) => language === 'ts');
    const text = programs.map((program) => program.text.replaceAll('http://127.0.0.1:3000', url)).join('\n');
    await mkdir(workplace.path('node_modules/@ops-admin'), { recursive: true });
    await symlink(join(import.meta.dirname, '..'), workplace.path('node_modules/@ops-admin/client'));
    const file = await workplace.write('program.ts', text);
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', workplace.path(file)], {
      env: { ADMIN_TOKEN: adminToken },
    });
    expect(stdout.trimEnd().split('\n')).to.deep.equal(programs.flatMap(({ prints }) => prints));
  });
});
