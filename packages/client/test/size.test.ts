import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';

/** The bytes of the client that a page loads, minified and compressed, without neverthrow. */
const MAX_BYTES = 6_144;

describe('The size of the client', () => {
  it(`is at most ${MAX_BYTES} bytes`, async () => {
    const { outputFiles } = await build({
      entryPoints: [new URL('../dist/index.js', import.meta.url).pathname],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      external: ['neverthrow'],
    });
    const compressed = gzipSync(outputFiles[0]?.text ?? '').length;
    console.log(`      ${compressed} bytes in gzip`);
    expect(compressed).to.be.within(1, MAX_BYTES);
  });
});
