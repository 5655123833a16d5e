import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';

const MB = 1024 * 1024;

describe('The young generation of a service', () => {
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
