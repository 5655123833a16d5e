// Joins what `tsc -b` has declared into one file that names no package but those of `dependencies`: answers are typed by the
// interfaces that the service is checked against, and nobody who installs the client has those packages. Bundlers of declarations
// bring programs that are not there for every system; TypeScript 7 has no API yet, so the one before it reads them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from '@typescript/typescript6';

const HERE = import.meta.dirname;
const ENTRY = join(HERE, 'dist/index.d.ts');
const OUT = join(HERE, 'bundle');

const { dependencies } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
const program = ts.createProgram([ENTRY], { module: ts.ModuleKind.NodeNext, types: [] });
const checker = program.getTypeChecker();

/** The declarations of ours, and the names that come from packages, each by its symbol. */
const ours = new Map();
const imports = new Map();

const declaredAs = (symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
const isOutermost = (node) => ts.isSourceFile(node.parent) && ts.isExternalModule(node.parent);
/** The statement that declares a symbol of a module; nothing for members, type parameters and what the language has. */
function statementOf({ declarations = [] }) {
  const statements = declarations.map((node) => (ts.isVariableDeclaration(node) ? node.parent.parent : node));
  return statements.find(isOutermost);
}

function add(symbol) {
  const statement = statementOf(symbol);
  if (!statement || ours.has(symbol)) return;
  const file = statement.getSourceFile();
  const [, library] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.fileName) ?? [];
  if (library !== undefined) {
    if (!(library in dependencies))
      throw new Error(`${symbol.name} is of ${library}, which is no dependency`);
    imports.set(symbol.name, library);
    return;
  }
  // Pages that are cited are not in the package.
  const text = file.text
    .slice(statement.getStart(file, true), statement.end)
    .replaceAll(/ \((?:decisions? \d|interface, )[^)]*\)/g, '');
  ours.set(symbol, text.replace(/^export /m, ''));
  addNamed(statement);
}

function addNamed(node) {
  const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
  if (symbol) {
    const declared = declaredAs(symbol);
    add(declared);
    if (statementOf(declared) && declared.name !== node.text)
      throw new Error(`${node.text} is called ${declared.name} elsewhere: import it by that name`);
  }
  ts.forEachChild(node, addNamed);
}

const entry = checker.getSymbolAtLocation(program.getSourceFile(ENTRY));
const exported = checker.getExportsOfModule(entry).map((symbol) => {
  const declared = declaredAs(symbol);
  add(declared);
  return declared.name === symbol.name ? symbol.name : `${declared.name} as ${symbol.name}`;
});

const names = [...ours.keys()].map(({ name }) => name);
const twice = names.find((name, n) => names.indexOf(name) !== n || imports.has(name));
if (twice) throw new Error(`Two declarations are called ${twice}`);

const lines = [...imports].map(([name, library]) => `import type { ${name} } from '${library}';\n`);
const text = `${lines.join('')}\n${[...ours.values()].join('\n\n')}\n\nexport { ${exported.join(', ')} };\n`;
mkdirSync(OUT, { recursive: true });
writeFileSync(join(OUT, 'index.d.ts'), text);
