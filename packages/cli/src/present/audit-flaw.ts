import type { BrokenTrail } from '@ops-admin/core/jobs';

/** The flaw of the trail, in plain words. */
export function describeFlaw({ entryId, flaw }: BrokenTrail): string {
  const entry = `audit entry ${entryId}`;
  switch (flaw) {
    case 'altered':
      return `${entry} is not as it was written: somebody changed it, or made it up`;
    case 'missing':
      return `the entries right before ${entry} are missing: somebody removed them, or changed the numbers`;
    case 'misplaced':
      return `${entry} was written after another entry than the one before it: entries come from different copies`;
    case 'unknown-key':
      return `${entry} is sealed with a key that is not in the key file: name the right file in OPS_AUTH_KEYS, or put the key back`;
    case 'unsealed':
      return `${entry} has no seal, and no later entry vouches for it: if somebody took the seals away, restore a backup; if the entries are older than seals, run ops-admin audit seal once`;
    case 'archive':
      return `the note of the archive that ends with ${entry} is not as it was written: somebody changed it, or made it up`;
    case 'cut-off': {
      const end = entryId === 0 ? 'the trail is empty' : `the trail ends with entry ${entryId}`;
      return `${end} and does not hold the head: entries were cut off the end, or rewritten; where it was archived, name the file, too: audit verify FILE --head DIGEST`;
    }
    case 'file-cut-off':
      return `the file ends with audit entry ${entryId}, and not where the archive did: lines at its end were removed, or made up`;
  }
}
