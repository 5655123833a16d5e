import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../packages');

/** Whoever can be imported is described, whatever packages there are. */
function isImportable(name) {
  const { exports = {} } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));
  return '.' in exports;
}

/** @type {import('typedoc').TypeDocOptions} */
// biome-ignore lint/style/noDefaultExport: typedoc takes its options from there
export default {
  name: 'ops-admin',
  entryPointStrategy: 'packages',
  entryPoints: readdirSync(PACKAGES)
    .filter(isImportable)
    .map((name) => join(PACKAGES, name)),
  out: 'html',
  readme: 'none',
  disableSources: true,
  githubPages: false,
  treatWarningsAsErrors: true,
  packageOptions: {
    disableSources: true,
    validation: { invalidLink: true, notDocumented: true, notExported: true },
    // The tokens of ports are variables; what they stand for is told at the type.
    requiredToBeDocumented: ['Class', 'Function', 'Interface', 'TypeAlias'],
  },
};
