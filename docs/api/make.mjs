// Makes the API reference of the docstrings, a page for each entry of each package. Nothing has to be built:
//
//   pnpm docs:api [--check]
//
// With --check nothing is written: it exits with 1 where a page is not as it would be made, and names it.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Application, Converter, LogLevel, ReflectionKind } from 'typedoc';
import { MarkdownTheme, ModuleRouter } from 'typedoc-plugin-markdown';

const HERE = import.meta.dirname;
const PACKAGES = join(HERE, '../../packages');

const ABOUT = `Made of the docstrings by \`pnpm docs:api\`, never by hand. What several entries export is described at the first of them, core
before the others. \`@ops-admin/core\` also exports \`Result\`, \`ResultAsync\`, \`ok\`, \`okAsync\`, \`err\` and \`errAsync\` of
[neverthrow](https://www.npmjs.com/package/neverthrow).`;

/** Puts `@ops-admin/core/adapter` into `core-adapter.md`. */
class EntryRouter extends ModuleRouter {
  getIdealBaseName(reflection) {
    if (!reflection.kindOf(ReflectionKind.Module)) return super.getIdealBaseName(reflection);
    return reflection.name.replace('@ops-admin/', '').replaceAll('/', '-');
  }

  // A member gets its anchor when its class is the target. Before that it would take another for nothing, and `ReferenceData.info`
  // the one of `ReferenceDataInfo`.
  buildAnchors(target, pageTarget) {
    if (pageTarget.kindOf(ReflectionKind.Module) && target.parent !== pageTarget) return;
    super.buildAnchors(target, pageTarget);
  }
}

/** Leaves out what a signature says already. */
class EntryTheme extends MarkdownTheme {
  getRenderContext(page) {
    const context = super.getRenderContext(page);
    const { signatureReturns } = context.partials;
    context.partials.signatureReturns = (model, options) =>
      model.type?.declaration ? signatureReturns(model, options) : '';
    context.partials.inheritance = () => '';
    return context;
  }
}

const { check } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
const made = await makePages(entriesIn(PACKAGES));
if (made === undefined) process.exitCode = 1;
else {
  const kept = pagesIn(HERE);
  const pages = new Set([...made.keys(), ...kept.keys()]);
  const old = [...pages].filter((page) => made.get(page) !== kept.get(page));
  if (!check) writePages(old);
  else if (old.length > 0) {
    console.error(`not as the docstrings are: ${old.map((page) => `docs/api/${page}`).join(', ')}`);
    console.error('run `pnpm docs:api`, and commit what it writes');
    process.exitCode = 1;
  }
}

function writePages(pages) {
  for (const page of pages) {
    const text = made.get(page);
    if (text === undefined) rmSync(join(HERE, page));
    else writeFileSync(join(HERE, page), text);
    console.log(`docs/api/${page} ${text === undefined ? 'removed' : 'written'}`);
  }
}

/** What can be imported, by its name: `@ops-admin/core/adapter` is `packages/core/src/adapter.ts`. */
function entriesIn(packages) {
  // Core first: what is exported by several entries is described at the first of them.
  const folders = [
    'core',
    ...readdirSync(packages)
      .sort()
      .filter((folder) => folder !== 'core'),
  ];
  const found = folders.flatMap((folder) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
    return Object.entries(exports).flatMap(([entry, { types }]) => {
      const source = types?.replace(/^\.\/dist\/(.*)\.d\.ts$/, 'src/$1.ts');
      return source === undefined ? [] : [[`${name}${entry.slice(1)}`, join(packages, folder, source)]];
    });
  });
  return new Map(found);
}

/** The pages by their names, or `undefined` where typedoc has any complaint, which it reports. */
async function makePages(entries) {
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    logLevel: LogLevel.Warn,
    name: 'API reference',
    entryPoints: [...entries.values()],
    tsconfig: join(HERE, 'tsconfig.json'),
    // From the sources, so that a class is described once whatever package names it.
    compilerOptions: { paths: Object.fromEntries([...entries].map(([name, file]) => [name, [file]])) },
    validation: { invalidLink: true, notDocumented: true, notExported: true },
    // The tokens of ports are variables; what they stand for is said at the type.
    requiredToBeDocumented: ['Class', 'Function', 'Interface', 'TypeAlias'],
    excludeExternals: true,
    // A line or a commit would change the pages with every change of the code.
    disableSources: true,
    readme: 'none',
    router: 'entry',
    theme: 'entry',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    expandObjects: true,
    expandParameters: true,
    parametersFormat: 'none',
    classPropertiesFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true },
  });
  app.renderer.defineRouter('entry', EntryRouter);
  app.renderer.defineTheme('entry', EntryTheme);
  app.converter.on(Converter.EVENT_CREATE_PARAMETER, nameMembers);
  app.converter.addUnknownSymbolResolver(exportNamed);
  const project = await app.convert();
  if (project === undefined) return undefined;
  nameEntries(project, entries);
  nameKoa(project);
  app.validate(project);

  const folder = mkdtempSync(join(tmpdir(), 'ops-admin-api-'));
  try {
    await app.outputs.writeOutput({ name: 'markdown', path: folder }, project);
    if (app.logger.hasErrors() || app.logger.hasWarnings()) return undefined;
    const pages = pagesIn(folder);
    return pages.set('README.md', pages.get('README.md').replace('## Modules', ABOUT));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Gives entries the names that a program imports them by. */
function nameEntries(project, entries) {
  const names = new Map([...entries].map(([name, file]) => [file, name]));
  for (const entry of project.children) {
    entry.name = names.get(project.getSymbolIdFromReflection(entry).fileName);
  }
}

/** Gives a name to what koa exports as a whole, for which typedoc has none. */
function nameKoa(project) {
  for (const { type } of Object.values(project.reflections)) {
    if (type?.name === '__module' && type.package === '@types/koa') type.name = 'Koa';
  }
}

/** Gives a name to a parameter that is taken apart where it comes in. */
function nameMembers(_, parameter) {
  if (parameter.name === '__namedParameters') parameter.name = 'members';
}

/** What a docstring links to by a name that its file does not import, as a suite does with its port. */
function exportNamed({ symbolReference }, { project }, link) {
  const [name, ...members] = symbolReference?.path ?? [];
  if (link === undefined || members.length > 0) return undefined;
  const exports = project.children.flatMap(({ children = [] }) => children);
  const target = exports.find((one) => one.name === name?.path && !one.isReference());
  return target && { target };
}

/** The Markdown in a folder, by the names of the files. */
function pagesIn(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
