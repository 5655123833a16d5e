import type { VNode } from 'preact';
import { ChangeDialog } from '../changes/change-dialog.js';
import { ChangePreview } from '../changes/change-preview.js';
import { recordPlan, seenUser } from '../changes/record-plan.js';
import { Dialog } from '../parts/dialog.js';
import { useDraft } from '../parts/draft.js';
import { Field } from '../parts/field.js';
import { Chips } from '../parts/texts.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import type { ShownUser, UserDialog } from './user-dialog.js';

function accountPlan(shown: ShownUser, account: { issuer: string; subject: string }, linked: boolean) {
  const text = linked ? words.link : words.unlink;
  return recordPlan({
    verb: text.verb,
    isDangerous: !linked,
    seen: seenUser(shown),
    send: (how) => service.setIdentity({ userId: shown.user._id, ...account, linked, ...how }),
    describe: () => (
      <Chips of={[`${account.subject} (${account.issuer})`]} kind={linked ? 'plus' : 'minus'} />
    ),
    done: text.done(nameOf(shown.user), account.subject),
  });
}

export function LinkDialog({ onClose, shown }: UserDialog): VNode {
  const { identities, user } = shown;
  const [issuer, setIssuer] = useDraft('issuer', identities[0]?.issuer ?? '');
  const [subject, setSubject] = useDraft('subject', '');
  return (
    <ChangeDialog
      title={words.link.title(nameOf(user))}
      lead={user.emails[0]}
      plan={accountPlan(shown, { issuer: issuer.trim(), subject: subject.trim() }, true)}
      onClose={onClose}
    >
      <Field
        label={words.link.issuer}
        hint={words.link.issuerHint}
        value={issuer}
        onValue={setIssuer}
        mistake={issuer.trim() === '' ? words.link.noIssuer : undefined}
        isFirst
      />
      <Field
        label={words.link.subject}
        hint={words.link.subjectHint}
        value={subject}
        onValue={setSubject}
        mistake={subject.trim() === '' ? words.link.noSubject : undefined}
      />
    </ChangeDialog>
  );
}

export function UnlinkDialog({ onClose, shown, what: [issuer = '', subject = ''] }: UserDialog): VNode {
  return (
    <Dialog title={words.unlink.title(nameOf(shown.user))} onClose={onClose}>
      <ChangePreview plan={accountPlan(shown, { issuer, subject }, false)} onDone={onClose} />
    </Dialog>
  );
}
