// Writes bundle/sbom.cdx.json, the software bill of materials (CycloneDX) of the command: the libraries it depends on, with
// theirs, and those that bundle.mjs joined into it. Runs before the command is packed, and in the build of the image, there
// with `--image`, which names Node.js too.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const read = (file) => JSON.parse(readFileSync(join(HERE, file), 'utf8'));

/** What pnpm finds, from the lock file and the licences of what is installed. */
function sbom(...args) {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const stdout = execFileSync('pnpm', [...args, 'sbom', ...options], {
    cwd: join(HERE, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

const own = sbom('--filter', '@ops-admin/cli', '--prod');
const all = sbom();

// Swagger UI is files of the page, of which esbuild knows nothing.
const swaggerUi = read('../adapter-http-koa/node_modules/swagger-ui-dist/package.json');
const joined = [...read('bundle/joined.json'), swaggerUi].map(
  ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`,
);
const added = all.components.filter(({ purl }) => joined.includes(purl));
const missing = joined.filter((purl) => !added.some((component) => component.purl === purl));
if (missing.length > 0) throw new Error(`pnpm does not know ${missing.join(', ')}.`);

if (process.argv.includes('--image')) {
  const version = process.versions.node;
  added.push({
    type: 'platform',
    'bom-ref': `pkg:generic/node@${version}`,
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
  });
}

const command = own.metadata.component['bom-ref'];
const components = [...new Map([...own.components, ...added].map((one) => [one['bom-ref'], one])).values()];
const refs = new Set([command, ...components.map((component) => component['bom-ref'])]);
const edges = new Map(all.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
for (const { ref, dependsOn = [] } of own.dependencies) edges.set(ref, dependsOn);
edges.set(command, [...edges.get(command), ...added.map((component) => component['bom-ref'])]);
const dependencies = [...refs].map((ref) => ({
  ref,
  dependsOn: [...new Set(edges.get(ref) ?? [])].filter((other) => refs.has(other)),
}));

writeFileSync(
  join(HERE, 'bundle/sbom.cdx.json'),
  `${JSON.stringify({ ...own, components, dependencies }, null, 2)}\n`,
);
