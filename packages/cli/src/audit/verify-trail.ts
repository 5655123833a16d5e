import { err, type OnProgress, ok, type ResultAsync } from '@ops-admin/core';
import type { SoundTrail } from '@ops-admin/core/operations';
import type { ServiceParts } from '@ops-admin/service';
import { Option } from 'commander';
import { counted } from '../bulk/with-thousands.js';
import type { CliError } from '../cli-error.js';
import { describeFlaw } from '../present/audit-flaw.js';
import type { Report } from '../present/report.js';

export function publicOption(): Option {
  return new Option(
    '--public <file>',
    'the public keys that keys list --public printed; no secret is needed',
  );
}

/** Reports a verification; with `--json` a flaw is also part of it. */
export function reportOfVerification(
  verified: ResultAsync<SoundTrail & { readonly firstId?: number }, CliError>,
): ResultAsync<Report, CliError> {
  return verified
    .map(
      ({ entries, firstId = 1, head, keys }): Report => ({
        json: { sound: true, entries, ...(firstId > 1 && { firstId }), head, keys },
        lines: [
          `verified ${counted(entries, 'entry', 'entries')}`,
          ...keys.map(
            ({ firstId: from, id, lastId }) => `entries ${from} to ${lastId} are signed with the key ${id}`,
          ),
          ...(firstId > 1 ? [`they begin with entry ${firstId}: entries before it are not verified`] : []),
          ...(head === '' ? [] : [`head ${head}`]),
        ],
      }),
    )
    .orElse((error) => {
      if (error.type !== 'audit-broken') return err(error);
      const { entryId: entry, flaw } = error;
      const json = { sound: false, flaw, entry, message: describeFlaw(error) };
      return ok<Report>({ json, lines: [], failure: error });
    });
}

/** Verifies an export by itself; it must contain the head if one is named. */
export function verifyFile(
  { trailFiles }: Pick<ServiceParts, 'trailFiles'>,
  file: string,
  head: string | undefined,
  onProgress: OnProgress,
): ResultAsync<SoundTrail & { readonly firstId: number }, CliError> {
  return trailFiles.verify(file, head, onProgress).andThen((found) => {
    if (head === undefined || found.hasHead) return ok(found);
    return err({ type: 'audit-broken' as const, flaw: 'cut-off' as const, entryId: found.lastId });
  });
}
