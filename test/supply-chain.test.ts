import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { declarationsOf } from './clean-room/declarations-of.ts';
import { packagesIn } from './clean-room/packages-in.ts';
import { ROOT, workspacePackages } from './clean-room/packed-package.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('What npm packages the workspace takes', () => {
  it('pnpm is named with its version and the hash of its package', () => {
    const { packageManager } = JSON.parse(read('package.json')) as { packageManager?: string };
    expect(packageManager).to.match(/^pnpm@12\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
  });

  for (const workspace of ['.', 'deploy/opentelemetry', 'tools/mutation', 'tools/openapi-lint']) {
    it(`${workspace}: neither what is new, nor what proves less than before, nor what is in no registry`, () => {
      const settings = read(`${workspace}/pnpm-workspace.yaml`);
      for (const line of ['minimumReleaseAge: 4320', 'trustPolicy: no-downgrade', 'blockExoticSubdeps: true'])
        expect(settings.split('\n')).to.include(line);
    });

    it(`${workspace}: the lock file has a checksum for each, and no address of a registry`, () => {
      const lock = read(`${workspace}/pnpm-lock.yaml`);
      expect(lock).to.not.match(/tarball:|https?:\/\//);
      const resolutions = [...lock.matchAll(/^ {4}resolution: (.*)$/gm)].map(([, found]) => found);
      expect(resolutions).to.not.be.empty;
      expect(
        resolutions.filter((found) => !/^\{integrity: sha512-[\w+/=]+\}$/.test(found ?? '')),
      ).to.deep.equal([]);
    });
  }

  it('has no program of the build of neverthrow', () => {
    expect(read('pnpm-lock.yaml')).to.not.match(/@rollup\/rollup-linux[\w-]*@/);
  });

  for (const { folder, manifest } of workspacePackages()) {
    it(`${manifest.name} brings the types of libraries that its own types name, and no others`, () => {
      const brought = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@types/'));
      const named = declarationsOf({ folder, manifest }).flatMap((file) =>
        packagesIn(readFileSync(file, 'utf8')),
      );
      const unnamed = brought.filter((name) => !named.includes(name.replace('@types/', '')));
      expect(unnamed).to.deep.equal([]);
    });
  }
});
