import type { Data } from '@ops-admin/client';
import type { VNode } from 'preact';
import { addressOf } from '../address.js';
import { Time } from '../parts/texts.js';
import { words } from '../words.js';

/** A permission that somebody holds, and what the trail knows of it. */
export type Grant = Data<'listGrants'>['grants'][number];

/** Who gave a permission, when and why, and who has confirmed it last. */
export function Given({ grant }: { grant: Grant }): VNode {
  const { attestedAt, attestedBy, by, entry, reason, since } = grant;
  return (
    <p class="quiet">
      {since === null || entry === null ? (
        words.given.unknown
      ) : (
        <>
          {words.given.by(by ?? '')} <Time at={since} /> ·{' '}
          <a href={addressOf(`trail/${entry}`)}>{words.trail.number(entry)}</a>
        </>
      )}
      {reason && <> · {words.trail.reason(reason)}</>}
      {attestedAt !== null && (
        <>
          {' '}
          · {words.given.attested(attestedBy ?? '')} <Time at={attestedAt} />
        </>
      )}
    </p>
  );
}
