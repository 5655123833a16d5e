import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackedPackage } from './packed-package.ts';

/** The declarations in this package that a compiler reads for a program that imports it. */
export function declarationsOf({ folder, manifest }: Omit<PackedPackage, 'tarball'>): string[] {
  const entries = Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === 'string' ? [] : [join(folder, (target as { types: string }).types)],
  );
  const reached = new Set(entries);
  for (const file of reached) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?['"](\.[^'"]+)\.js['"]/g);
    for (const [, path = ''] of imports) reached.add(join(dirname(file), `${path}.d.ts`));
  }
  return [...reached];
}
