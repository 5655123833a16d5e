import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

const MB = 1024 * 1024;

describe('The young generation of a service', () => {
  const workplace = new Workplace();

  it('is small after the start', async () => {
    const printed = `import { getHeapSpaceStatistics } from 'node:v8';
      process.on('exit', () => console.log('young', getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size));`;
    const service = workplace.start(['serve', '--port', '0'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printed)}`,
    });
    let shown = '';
    service.stdout?.on('data', (text) => {
      shown += text;
      if (shown.includes('listens')) service.kill('SIGTERM');
    });
    await once(service, 'close');
    // V8 would have 16 MB; what is loaded after the start lets them grow, most on Node.js 22.
    expect(Number(/young (\d+)/.exec(shown)?.[1]), shown).to.be.within(MB, 8 * MB);
  });

  it('stays small under load, and grows again after it shrank', () => {
    const script = join(import.meta.dirname, 'quiet-and-load.ts');
    const { first, quiet, second } = JSON.parse(
      execFileSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8' }),
    );
    expect(first, 'first load').to.be.within(4 * MB, 32 * MB);
    expect(quiet, 'quiet').to.be.below(2 * MB);
    expect(second, 'second load').to.be.within(4 * MB, 32 * MB);
  });
});
