import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PackedPackage, packAll, ROOT } from './packed-package.ts';
import { run } from './run.ts';

/** npm prints one of these where no registry is reachable. */
const NO_REGISTRY =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** The packages that an embedding program puts together itself. */
export const ADAPTER: RegExp = /^@ops-admin\/(?:adapter-.*|reference-data|store-sql)$/;

export class RegistryUnreachable extends Error {}

/** Projects outside the workspace, with the packed packages installed by npm as anybody would install them. */
export class CleanRoom {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'ops-admin-clean-room-'));
  /** The project with every package, and with the examples as npm workspaces. */
  readonly project: string = join(this.folder, 'project');
  /** The project with core and nothing else. */
  readonly bare: string = join(this.folder, 'bare');
  /** The project with core and what tests need of it, and nothing else. */
  readonly tests: string = join(this.folder, 'tests');
  /** The project with the client and nothing else. */
  readonly client: string = join(this.folder, 'client');
  /** The project with the command and nothing else. */
  readonly command: string = join(this.folder, 'command');
  /** The project with core and the adapters, and no Inversify. */
  readonly adapters: string = join(this.folder, 'adapters');
  packages: PackedPackage[] = [];

  /** Throws {@link RegistryUnreachable}. */
  async open(): Promise<void> {
    const tarballs = join(this.folder, 'tarballs');
    const projects = [this.adapters, this.bare, this.client, this.command, this.project, this.tests];
    for (const folder of [tarballs, ...projects]) mkdirSync(folder);
    this.packages = await packAll(tarballs);

    writeManifest(this.bare, {});
    await this.install(this.bare, [this.tarballOf('@ops-admin/core')]);

    writeManifest(this.tests, {});
    await this.install(
      this.tests,
      ['@ops-admin/core', '@ops-admin/testing'].map((name) => this.tarballOf(name)),
    );

    writeManifest(this.client, {});
    await this.install(this.client, [this.tarballOf('@ops-admin/client')]);

    writeManifest(this.command, {});
    await this.install(this.command, [this.tarballOf('@ops-admin/cli')]);

    writeManifest(this.adapters, {});
    const adapters = this.packages.filter(({ manifest }) => ADAPTER.test(manifest.name));
    await this.install(this.adapters, [
      this.tarballOf('@ops-admin/core'),
      ...adapters.map(({ tarball }) => tarball),
    ]);

    writeManifest(this.project, { workspaces: ['examples/*'] });
    cpSync(join(ROOT, 'examples'), join(this.project, 'examples'), {
      recursive: true,
      filter: (path) => !/node_modules|\.db|\.keys\.json/.test(path),
    });
    const types = ['@types/node@22', '@types/mocha@10'];
    await this.install(this.project, [...this.packages.map(({ tarball }) => tarball), ...types]);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  tarballOf(name: string): string {
    const found = this.packages.find(({ manifest }) => manifest.name === name);
    if (!found) throw new Error(`${name} was not packed`);
    return found.tarball;
  }

  /** Where a package was installed. */
  installed(name: string): string {
    return join(this.project, 'node_modules', name);
  }

  /** Has npm install something into a project, on top of what is there. Throws {@link RegistryUnreachable}. */
  async install(cwd: string, what: readonly string[]): Promise<void> {
    const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1', ...what];
    const { code, output } = await run('npm', args, { cwd });
    if (code === 0) return;
    const failure = `npm ${args.join(' ')} ended with ${code}:\n${output}`;
    throw NO_REGISTRY.test(output) ? new RegistryUnreachable(failure) : new Error(failure);
  }
}

function writeManifest(folder: string, more: object): void {
  const manifest = { name: 'clean-room', version: '1.0.0', private: true, type: 'module', ...more };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}
