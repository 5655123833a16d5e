import type { Data } from '@ops-admin/client';
import type { VNode } from 'preact';
import { Time } from '../parts/texts.js';
import { words } from '../words.js';

/** A held permission, with what the audit log says about it. */
export type Grant = Data<'listGrants'>['grants'][number];

export function Given({ grant, isShort }: { grant: Grant; isShort?: boolean }): VNode {
  const { attestedAt, attestedBy, by, reason, since } = grant;
  const added =
    since === null ? (
      words.given.unknown
    ) : (
      <>
        {words.given.by(by ?? '')} <Time at={since} />
      </>
    );
  return (
    <>
      {reason && (isShort ? <span class="sub">{reason}</span> : reason)}
      {reason || isShort ? <span class="sub">{added}</span> : <span class="muted">{added}</span>}
      {attestedAt !== null && (
        <span class="sub">
          {words.given.attested(attestedBy ?? '')} <Time at={attestedAt} />
        </span>
      )}
    </>
  );
}
