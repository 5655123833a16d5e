import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CleanRoom } from './clean-room.ts';
import { outputOf } from './run.ts';

/** A project that another package manager installed from tarballs, as docs/embedding.md says. */
export interface InstalledProject {
  readonly folder: string;
  /** The output of a program of the project. */
  run(file: string): Promise<string>;
}

/** Package managers other than npm from its registry, with the command that installs a project from packages and tarballs. */
export const PACKAGE_MANAGERS: Readonly<
  Record<string, (room: CleanRoom, names: readonly string[]) => Promise<InstalledProject>>
> = {
  'pnpm 12': async (room, names) => {
    const folder = projectIn(room, 'pnpm', {});
    const overrides = room.packages.map(({ manifest, tarball }) => `  '${manifest.name}': file:${tarball}\n`);
    writeFileSync(join(folder, 'pnpm-workspace.yaml'), `overrides:\n${overrides.join('')}`);
    await npx(folder, ['pnpm@12'], ['pnpm', 'add', '--prefer-offline', ...names, 'better-sqlite3@13']);
    return { folder, run: (file) => outputOf(process.execPath, [file], { cwd: folder }) };
  },
  'yarn 1': async (room) => {
    const folder = projectIn(room, 'yarn-1', withTarballs(room));
    await npx(folder, ['yarn@1'], ['yarn', 'install', '--ignore-scripts']);
    return { folder, run: (file) => outputOf(process.execPath, [file], { cwd: folder }) };
  },
  "yarn 4 with Plug'n'Play": async (room) => {
    const folder = projectIn(room, 'yarn-4', withTarballs(room));
    writeFileSync(join(folder, 'yarn.lock'), '');
    const yarn = (...args: string[]) => npx(folder, ['@yarnpkg/cli-dist@4'], ['yarn', ...args]);
    await yarn('install', '--no-immutable');
    return { folder, run: (file) => yarn('node', file) };
  },
  // npx itself reads the `overrides` of where it stands, and refuses them.
  'bun 1': async (room, names) => {
    const folder = projectIn(room, 'bun', { overrides: withTarballs(room).resolutions });
    const bun = (...args: string[]) => npx(room.folder, ['bun@1'], ['bun', `--cwd=${folder}`, ...args]);
    await bun('add', ...names.map((name) => room.tarballOf(name)), 'better-sqlite3@13');
    return { folder, run: async (file) => inOurQuotes(await bun('run', file)) };
  },
  'npm for deno 2': async (room, names) => {
    const folder = projectIn(room, 'deno', {});
    const needed = ['@ops-admin/store-sql', ...names].map((name) => room.tarballOf(name));
    await room.install(folder, [...needed, 'better-sqlite3@13']);
    const deno = (file: string) => npx(folder, ['deno@2'], ['deno', 'run', '--allow-all', file]);
    return { folder, run: async (file) => inOurQuotes(await deno(file)) };
  },
};

/** The output of other runtimes for a text in a list. */
function inOurQuotes(output: string): string {
  return output.replaceAll('"', "'");
}

/** Every package by its tarball: yarn finds siblings in `resolutions`, and yarn 1 only what `dependencies` names. */
function withTarballs({ packages }: CleanRoom) {
  const files = Object.fromEntries(
    packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
  );
  return { dependencies: { ...files, 'better-sqlite3': '13' }, resolutions: files };
}

function projectIn(room: CleanRoom, name: string, more: object): string {
  const folder = join(room.folder, name);
  mkdirSync(folder);
  const manifest = { name: 'clean-room', private: true, type: 'module', ...more };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

/** Runs npx, with npm's registry for Yarn and without Yarn's telemetry. */
async function npx(cwd: string, packages: readonly string[], command: readonly string[]): Promise<string> {
  const registry = (await outputOf('npm', ['config', 'get', 'registry'], { cwd })).trim();
  const env = {
    YARN_ENABLE_TELEMETRY: '0',
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_REGISTRY: registry,
    YARN_UNSAFE_HTTP_WHITELIST: '*',
  };
  return outputOf('npx', ['-y', ...packages.flatMap((one) => ['-p', one]), ...command], { cwd, env });
}
