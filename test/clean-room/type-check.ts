import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './packed-package.ts';
import { outputOf } from './run.ts';

export const TYPESCRIPT_7: string = join(ROOT, 'node_modules/typescript/bin/tsc');
export const TYPESCRIPT_6: string = join(ROOT, 'tools/api-docs/node_modules/typescript/bin/tsc');

/** As strict as can be; what libraries declare is checked too. */
const STRICT = {
  target: 'es2023',
  lib: ['es2023'],
  types: ['node', 'mocha'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  allowJs: true,
  checkJs: true,
  noEmit: true,
};
export const FOR_NODE: object = { ...STRICT, module: 'nodenext' };
export const FOR_BUNDLER: object = { ...STRICT, module: 'preserve', moduleResolution: 'bundler' };
/** As most projects do it; the older compiler takes five times as long for everything that libraries declare. */
export const FOR_NODE_QUICKLY: object = { ...FOR_NODE, skipLibCheck: true };

export async function typeCheck(
  compiler: string,
  cwd: string,
  compilerOptions: object,
  include: readonly string[],
): Promise<void> {
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  await outputOf(process.execPath, [compiler, '-p', cwd], { cwd });
}
