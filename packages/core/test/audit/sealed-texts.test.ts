import { type ArchiveRecord, ok } from '@ops-admin/core';
import { addArchivedSet, sealArchive } from '@ops-admin/core/adapter';
import { aDraft, anId, aSealer, aTime, aUser, inMemoryOrganisation, makeChange } from '@ops-admin/core/fakes';
import { ArchiveTrail, SealTrail } from '@ops-admin/core/jobs';
import { expect } from 'chai';
import { MemoryFile } from './memory-file.ts';

describe('What digests in the field are of never changes', () => {
  const asIs = { keyId: 'key', digest: (_: string, text: string) => text };
  const origin = { actor: 'cli:root', source: 'cli' } as const;

  it('for the note of an archive', () => {
    const note = {
      file: 'old.ndjson',
      time: aTime(1),
      actor: 'cli:root',
      firstId: 1,
      lastId: 2,
      previous: '',
      lastDigest: 'last',
      setsDigest: 'sets',
    };
    expect(sealArchive(asIs, note).seal.digest).to.equal(
      '["archive","key","old.ndjson","2026-01-01T00:00:01.000Z","cli:root",null,1,2,"","last","sets"]',
    );
    expect(sealArchive(asIs, { ...note, reason: 'old' }).seal.digest).to.include('"cli:root","old",1,2');
  });

  it('for what users held where an archive ends', () => {
    const set = { userId: anId(1), entryId: 2, permissions: ['service.a'] };
    expect(addArchivedSet((text) => text, 'sum', set)).to.equal(
      `["archived set","sum","${anId(1)}",2,"set [\\"service.a\\"]"]`,
    );
  });

  /** The texts that begin like this, of which digests are made meanwhile. */
  const textsOf = async (what: string, act: (sealer: typeof asIs) => Promise<unknown>) => {
    const texts: string[] = [];
    const { digest, keyId } = aSealer();
    await act({
      keyId,
      digest: (id, text) => {
        texts.push(text);
        return digest(id, text) ?? '';
      },
    });
    return texts.filter((text) => text.startsWith(`["${what}"`));
  };

  it('for the entries that one vouches for', async () => {
    const ports = inMemoryOrganisation();
    const entry = {
      ...aDraft({ action: 'add', requested: ['service.a'] }),
      id: 1,
      userId: anId(1),
      added: ['service.a'],
      removed: [],
      sets: { before: [], after: ['service.a'] },
      sinceSets: 0,
    };
    const records: ArchiveRecord[] = [
      { type: 'entry', entry },
      { type: 'end', lastEntryId: 1 },
    ];
    await ports.archive.write(
      (async function* () {
        for (const record of records) yield ok(record);
      })(),
    );
    const texts = await textsOf('covered', (sealer) =>
      Promise.resolve(
        new SealTrail({ keeper: ports.keeper, audit: ports.audit, sealer, clock: () => new Date() }).execute({
          origin,
        }),
      ),
    );
    expect(texts.at(-1)).to.equal(
      `["covered","",1,"${aTime(0)}","${anId(1)}","http","add","${anId(1)}",["service.a"],["service.a"],[],[],["service.a"],"request-1",null,null,null]`,
    );
  });

  it('for the end of an archive file', async () => {
    const ports = inMemoryOrganisation();
    await ports.organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    const { seal } = await makeChange(ports.permissions, 1, 'add', ['service.a']);
    const texts = await textsOf('archive file', (sealer) =>
      Promise.resolve(
        new ArchiveTrail({
          keeper: ports.keeper,
          audit: ports.audit,
          sealer,
          clock: () => new Date(),
        }).execute({
          until: aTime(9),
          file: new MemoryFile(),
          origin,
        }),
      ),
    );
    expect(texts[0])
      .to.match(/^\["archive file","key:\w+",1,/)
      .and.include(seal?.digest);
  });
});
