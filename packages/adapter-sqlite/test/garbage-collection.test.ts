import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';

describe('SQLite under the garbage collector', () => {
  it('survives thousands of dropped statements', () => {
    const worker = join(import.meta.dirname, 'collect-garbage-worker.ts');
    const { signal, status, stderr, stdout } = spawnSync(process.execPath, ['--expose-gc', worker], {
      encoding: 'utf8',
    });
    expect({ signal, status, stdout }, stderr).to.deep.equal({
      signal: null,
      status: 0,
      stdout: '6000 statements dropped\n',
    });
  });
});
