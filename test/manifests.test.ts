import { relative } from 'node:path';
import { expect } from 'chai';
import { ROOT, readManifest, workspacePackages } from './clean-room/packed-package.ts';

/** The address of the repository is that of package.json here; the others repeat it, because npm shows each for itself. */
const { bugs, homepage, repository } = readManifest(ROOT) as unknown as {
  readonly bugs: unknown;
  readonly homepage: string;
  readonly repository: { readonly url: string };
};

describe('The manifests of the packages', () => {
  for (const { folder, manifest } of workspacePackages()) {
    it(`${manifest.name} names the repository of the workspace, and is published publicly with its provenance`, () => {
      const directory = relative(ROOT, folder);
      expect(manifest).to.deep.include({ bugs, homepage, repository: { ...repository, directory } });
      expect(manifest.publishConfig).to.include({ access: 'public', provenance: true });
    });
  }

  it('share one address', () => {
    const address = repository.url.replace(/^git\+|\.git$/g, '');
    expect([homepage, bugs]).to.deep.equal([`${address}#readme`, { url: `${address}/issues` }]);
  });
});
