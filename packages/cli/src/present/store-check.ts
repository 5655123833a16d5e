import type { FlawedStore, SoundTrail } from '@ops-admin/core';
import type { CheckedBackup } from '@ops-admin/service';
import type { Report } from './report.js';
import { describeStoreFlaw } from './store-flaw.js';

export function soundReport({ entries, head, unsealed }: SoundTrail): Report {
  return {
    json: { sound: true, entries, unsealed, head, flaws: [] },
    lines: [
      'the database is whole, and every user holds what the audit trail says',
      `${entries} audit ${entries === 1 ? 'entry is as it was' : 'entries are as they were'} written`,
      ...(unsealed > 0 ? [`but for the first ${unsealed}: those are from before there was a chain`] : []),
    ],
  };
}

/** For programs alone; people read the error. */
export function flawedReport({ flaws }: FlawedStore): Report {
  return { json: { sound: false, flaws: presentFlaws(flaws) }, lines: [] };
}

export function copyReport({ bytes, entries, file, flaws, isTrailVerified }: CheckedBackup): Report {
  const sound = flaws.length === 0;
  return {
    json: { file, bytes, entries, sound, trailVerified: isTrailVerified, flaws: presentFlaws(flaws) },
    lines: [
      `${file}: ${bytes} bytes, ${entries} audit entries`,
      sound ? 'the copy has no flaw' : 'the copy is made, and has the flaws of the database',
      ...(isTrailVerified ? [] : ['the audit trail was not verified, for lack of the key file']),
    ],
  };
}

/** Flaws for programs, each with its message for people. */
export function presentFlaws(flaws: FlawedStore['flaws']): object[] {
  return flaws.map((flaw) =>
    flaw.type === 'audit-broken'
      ? { type: flaw.type, flaw: flaw.flaw, entry: flaw.entryId, message: describeStoreFlaw(flaw) }
      : { ...flaw, message: describeStoreFlaw(flaw) },
  );
}
