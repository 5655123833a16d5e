// Makes the API reference from the docstrings, as HTML in a folder that git ignores. Nothing has to be built:
//
//   pnpm docs:api [--check]
//
// Exits with 1 if an export has no docstring or a link has no target, and names each. With --check nothing is written.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Application, LogLevel, ReflectionKind } from 'typedoc';

const HERE = import.meta.dirname;
const PACKAGES = join(HERE, '../../packages');
const SITE = join(HERE, 'site');

const DOCUMENTED = ['Class', 'Function', 'Interface', 'TypeAlias'].map((kind) => ReflectionKind[kind]);

const { check } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
const entries = entriesIn(PACKAGES);
const app = await Application.bootstrap({
  logLevel: LogLevel.Warn,
  name: 'API reference',
  entryPoints: [...entries.values()],
  tsconfig: join(HERE, 'tsconfig.json'),
  // From the sources, so that a class is described once whatever package names it.
  compilerOptions: { paths: Object.fromEntries([...entries].map(([name, file]) => [name, [file]])) },
  validation: { invalidLink: true, notExported: true },
  excludeExternals: true,
  disableSources: true,
  readme: 'none',
});
app.converter.addUnknownSymbolResolver(exportNamed);
const project = await app.convert();
if (project) {
  nameEntries(project, entries);
  app.validate(project);
  for (const name of undocumentedIn(project)) app.logger.error(`${name} has no docstring`);
  if (!check) await app.generateDocs(project, SITE);
}
if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
else if (!check) console.log(`Open ${join(SITE, 'index.html')}`);

/** What can be imported, by its name: `@ops-admin/core/adapter` is `packages/core/src/adapter.ts`. */
function entriesIn(packages) {
  // Core first: what is exported by several entries is described at the first of them.
  const folders = ['core', ...readdirSync(packages).filter((folder) => folder !== 'core')];
  const found = folders.flatMap((folder) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
    return Object.entries(exports).flatMap(([entry, { types }]) => {
      const source = types?.replace(/^\.\/dist\/(.*)\.d\.ts$/, 'src/$1.ts');
      return source === undefined ? [] : [[`${name}${entry.slice(1)}`, join(packages, folder, source)]];
    });
  });
  return new Map(found);
}

/** Gives entries the names that a program imports them by. */
function nameEntries(project, entries) {
  const names = new Map([...entries].map(([name, file]) => [file, name]));
  for (const entry of project.children) {
    entry.name = names.get(project.getSymbolIdFromReflection(entry).fileName);
  }
}

/** The exports without a docstring. A token of a port is a variable; its type says what it stands for. */
function undocumentedIn(project) {
  return project.children
    .flatMap(({ children = [] }) => children)
    .filter((one) => one.kindOf(DOCUMENTED))
    .filter((one) => ![one, ...(one.signatures ?? [])].some((each) => each.hasComment()))
    .map((one) => one.getFriendlyFullName());
}

/** What a docstring links to by a name that its file does not import, as a suite does with its port. */
function exportNamed({ symbolReference }, { project }, link) {
  const [name, ...members] = symbolReference?.path ?? [];
  if (link === undefined || members.length > 0) return undefined;
  const exports = project.children.flatMap(({ children = [] }) => children);
  const target = exports.find((one) => one.name === name?.path && !one.isReference());
  return target && { target };
}
