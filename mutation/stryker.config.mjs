// `pnpm mutation` runs this in packages/core: Stryker changes the rules there, one place at a time, and expects the tests of
// core and of testing, the contracts among them, to notice. README.md has the last result.
import { join } from 'node:path';

// biome-ignore lint/style/noDefaultExport: Stryker reads it.
export default {
  mutate: [
    'src/access/*.ts',
    'src/audit/*.ts',
    'src/departments/*.ts',
    'src/integrity/*.ts',
    'src/locations/*.ts',
    'src/organisation/*.ts',
    'src/permissions/*.ts',
    'src/users/*.ts',
    'src/values/*.ts',
  ],
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
