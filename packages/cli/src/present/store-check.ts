import type { FlawedStore, RepairedStore, SoundTrail } from '@ops-admin/core/operations';
import type { CheckedBackup, RestoredDatabase } from '@ops-admin/service';
import { counted } from '../bulk/with-thousands.js';
import type { Report } from './report.js';
import { describeStoreFlaw } from './store-flaw.js';

export function soundReport({ entries, head }: SoundTrail): Report {
  return {
    json: { sound: true, entries, head, flaws: [] },
    lines: [
      'no damage found; users and departments match the audit log',
      `verified ${counted(entries, 'audit entry', 'audit entries')}`,
    ],
  };
}

/** Reports a sound database after a repair. */
export function repairedReport({ repaired, ...trail }: RepairedStore): Report {
  const { json, lines } = soundReport(trail);
  return {
    json: { ...(json as object), repaired: presentFlaws(repaired) },
    lines: [
      ...(repaired.length === 0
        ? ['there was nothing to repair']
        : repaired.map(({ rows, table }) => `rebuilt ${counted(rows, 'row')} of ${table}`)),
      ...lines,
    ],
  };
}

/** Only for programs; people read the error. */
export function flawedReport({ flaws }: Pick<FlawedStore, 'flaws'>): Report {
  return { json: { sound: false, flaws: presentFlaws(flaws) }, lines: [] };
}

/** `keys` is the key file, which a backup does not hold. */
export function copyReport(
  { bytes, entries, file, flaws, isTrailVerified }: CheckedBackup,
  keys: string,
): Report {
  const sound = flaws.length === 0;
  return {
    json: { file, bytes, entries, sound, trailVerified: isTrailVerified, flaws: presentFlaws(flaws) },
    lines: [
      `${file}: ${counted(bytes, 'byte')}, ${counted(entries, 'audit entry', 'audit entries')}`,
      sound ? 'the copy has no flaw' : 'the copy was written, and has the flaws of the database',
      `a restored database needs the key file, too: back up ${keys}`,
      ...(isTrailVerified ? [] : [NOT_VERIFIED]),
    ],
  };
}

export function restoredReport(from: string, restored: RestoredDatabase): Report {
  const { before, bytes, entries, file, isTrailVerified } = restored;
  return {
    json: {
      file,
      from,
      ...(before !== undefined && { before }),
      bytes,
      entries,
      trailVerified: isTrailVerified,
    },
    lines: [
      `restored ${file} from ${from}: ${counted(bytes, 'byte')}, ${counted(entries, 'audit entry', 'audit entries')}`,
      ...(before === undefined ? [] : [`the old database is in ${before}`]),
      ...(isTrailVerified ? [] : [NOT_VERIFIED]),
    ],
  };
}

const NOT_VERIFIED = 'the audit log was not verified, because the key file is missing';

/** Flaws for programs, each with its message for people. */
export function presentFlaws(flaws: FlawedStore['flaws']): object[] {
  return flaws.map((flaw) =>
    flaw.type === 'audit-broken'
      ? { type: flaw.type, flaw: flaw.flaw, entry: flaw.entryId, message: describeStoreFlaw(flaw) }
      : { ...flaw, message: describeStoreFlaw(flaw) },
  );
}
