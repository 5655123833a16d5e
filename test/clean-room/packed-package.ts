import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf, type RunOptions } from './run.ts';

export const ROOT: string = join(import.meta.dirname, '../..');

/** The members that a package.json in the workspace may have. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: true;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A package of the workspace as it would be published. */
export interface PackedPackage {
  /** Its folder in the workspace. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly tarball: string;
}

/** Every package of the workspace that is not private. */
export function workspacePackages(): Omit<PackedPackage, 'tarball'>[] {
  return readdirSync(join(ROOT, 'packages'))
    .map((name) => join(ROOT, 'packages', name))
    .map((folder) => ({ folder, manifest: readManifest(folder) }))
    .filter(({ manifest }) => !manifest.private);
}

/** Packs all of them into a folder, or takes those that tools/release.mjs has packed: these are tested then. */
export async function packAll(folder: string): Promise<PackedPackage[]> {
  const { RELEASE_TARBALLS: target = folder } = process.env;
  if (target === folder) {
    const options: RunOptions = { cwd: ROOT };
    const args = ['-y', 'pnpm@12', '-r', '--filter', './packages/*', 'pack', '--pack-destination', target];
    await outputOf('npx', args, options);
  }
  return workspacePackages().map(({ folder, manifest }) => {
    const name = manifest.name.replace('@', '').replace('/', '-');
    return { folder, manifest, tarball: join(target, `${name}-${manifest.version}.tgz`) };
  });
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
