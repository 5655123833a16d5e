import { type EntryNotFound, trailOperations } from '@ops-admin/core/operations';
import { aDraft, aSigner, aTime, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { entryNotFound } from '../../dist/audit/entry-not-found.js';
import { openOrganisation } from '../open-organisation.ts';
import { MemoryFile } from './memory-file.ts';

describe('An entry that is not in the trail', () => {
  const ports = openOrganisation();
  /** Entries 1 to 3 and 4 to 5 in files, 6 in the trail. */
  before(async () => {
    await ports.organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await makeChange(ports.permissions, 1, 'remove', [], { time: aTime(n) });
    }
    for (const [name, second] of [
      ['old.ndjson', 3],
      ['newer.ndjson', 5],
    ] as const) {
      const archived = await trailOperations({
        trail: ports.trail,
        audit: ports.audit,
        signer: aSigner(),
        verifier: aSigner(),
        clock: () => new Date(),
        files: (file) => new MemoryFile(file),
      }).archive({
        until: aTime(second),
        file: name,
        origin: { actor: 'cli:root', source: 'cli' },
      });
      expect(archived.isOk()).to.equal(true);
    }
  });
  const whereIs = async (target: EntryNotFound['target']) =>
    (await entryNotFound(ports.audit, target))._unsafeUnwrap();

  it('may be in the file that has its number', async () => {
    for (const [entryId, file] of [
      [1, 'old.ndjson'],
      [2, 'old.ndjson'],
      [3, 'old.ndjson'],
      [4, 'newer.ndjson'],
      [5, 'newer.ndjson'],
    ] as const) {
      expect(await whereIs({ entryId })).to.deep.equal({
        type: 'entry-not-found',
        target: { entryId },
        archives: [file],
      });
    }
  });

  it('may be in any file where only its run is known', async () => {
    expect(await whereIs({ batch: 'run-1' })).to.deep.equal({
      type: 'entry-not-found',
      target: { batch: 'run-1' },
      archives: ['old.ndjson', 'newer.ndjson'],
    });
  });

  it('is in no file where its number is in none', async () => {
    for (const target of [{ entryId: 7 }, { entryId: 0 }, { entryId: -1 }]) {
      expect(await whereIs(target)).to.deep.equal({ type: 'entry-not-found', target });
    }
  });
});
