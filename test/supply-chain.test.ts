import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { declarationsOf } from './clean-room/declarations-of.ts';
import { packagesIn } from './clean-room/packages-in.ts';
import { ROOT, workspacePackages } from './clean-room/packed-package.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('The npm packages of the workspace', () => {
  it('include pnpm with its version and the hash of its package', () => {
    const { packageManager } = JSON.parse(read('package.json')) as { packageManager?: string };
    expect(packageManager).to.match(/^pnpm@12\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
  });

  for (const workspace of ['.', 'deploy/opentelemetry', 'tools/mutation', 'tools/openapi-lint']) {
    it(`${workspace}: are at least three days old, keep their provenance, and come from the registry`, () => {
      const settings = read(`${workspace}/pnpm-workspace.yaml`);
      for (const line of ['minimumReleaseAge: 4320', 'trustPolicy: no-downgrade', 'blockExoticSubdeps: true'])
        expect(settings.split('\n')).to.include(line);
    });

    it(`${workspace}: have a checksum in the lock file, and no registry address`, () => {
      const lock = read(`${workspace}/pnpm-lock.yaml`);
      expect(lock).to.not.match(/tarball:|https?:\/\//);
      const resolutions = [...lock.matchAll(/^ {4}resolution: (.*)$/gm)].map(([, found]) => found);
      expect(resolutions).to.not.be.empty;
      expect(
        resolutions.filter((found) => !/^\{integrity: sha512-[\w+/=]+\}$/.test(found ?? '')),
      ).to.deep.equal([]);
    });
  }

  it('omit the build program of neverthrow', () => {
    expect(read('pnpm-lock.yaml')).to.not.match(/@rollup\/rollup-linux[\w-]*@/);
  });

  for (const { folder, manifest } of workspacePackages()) {
    it(`${manifest.name} includes exactly the types of libraries that its own types name`, () => {
      const brought = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@types/'));
      const named = declarationsOf({ folder, manifest }).flatMap((file) =>
        packagesIn(readFileSync(file, 'utf8')),
      );
      const unnamed = brought.filter((name) => !named.includes(name.replace('@types/', '')));
      expect(unnamed).to.deep.equal([]);
    });
  }
});
