import { builtinModules } from 'node:module';

/** The packages that a text imports. */
export function packagesIn(code: string): string[] {
  const specifiers = [...code.matchAll(/\b(?:from|import)\s*\(?\s*['"](@?\w[\w./:-]*)['"]/g)];
  const names = specifiers.map(([, specifier = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
  return [...new Set(names)].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
}
