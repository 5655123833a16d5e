// `pnpm mutation` runs this in packages/core: Stryker changes the rules there, one place at a time, and expects the tests of
// core and of testing, the contracts among them, to notice. README.md has the last result.
// `MUTATION_PART=1/5` takes a fifth of the files alone.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = [
  'access',
  'audit',
  'departments',
  'integrity',
  'locations',
  'organisation',
  'permissions',
  'users',
  'values',
];
const [part, parts] = (process.env.MUTATION_PART ?? '1/1').split('/').map(Number);

/** Every so many of the files of core's rules, so that each part has some of every folder. */
function filesOfPart() {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(import.meta.dirname, '../../packages/core/src', folder))
      .filter((file) => file.endsWith('.ts'))
      .sort()
      .map((file) => `src/${folder}/${file}`),
  );
  return files.filter((_, n) => n % parts === part - 1);
}

// biome-ignore lint/style/noDefaultExport: Stryker reads it.
export default {
  mutate: filesOfPart(),
  buildCommand: `node ${join(import.meta.dirname, 'build-sandbox.mjs')}`,
  // The build makes its own, where `testing` is the copy.
  symlinkNodeModules: false,
  plugins: [import.meta.resolve('@stryker-mutator/mocha-runner')],
  testRunner: 'mocha',
  mochaOptions: { spec: ['test/**/*.test.ts', 'testing/test/**/*.test.ts'] },
  coverageAnalysis: 'perTest',
  // What is made once as a file is loaded: each needs every test, more than half of the time, and of 143 none showed what others did not.
  ignoreStatic: true,
  concurrency: 2,
  // A busy machine is not to pass for a mutant that was noticed.
  timeoutMS: 10_000,
  ignorePatterns: ['dist', '*.tsbuildinfo'],
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
  // Nothing checks types here; Stryker would have TypeScript 7 rewrite tsconfig.json, which it cannot.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  htmlReporter: { fileName: join(import.meta.dirname, 'report/index.html') },
  jsonReporter: { fileName: join(import.meta.dirname, 'report/report.json') },
};
