import type { Data, Problem } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf, go } from '../address.js';
import { ChangeDialog } from '../changes/change-dialog.js';
import type { Plan } from '../changes/plan.js';
import { recordPlan, seenUser } from '../changes/record-plan.js';
import { useDraft } from '../parts/draft.js';
import { Note } from '../parts/note.js';
import { Doubt } from '../permissions/doubt.js';
import { meantIn, PermissionFields, permissionsOf } from '../permissions/permission-fields.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import { changesOf, type Person, PersonFields, PersonShown, personOf } from './person-fields.js';
import type { UserDialog } from './user-dialog.js';

export function EditDialog({ onClose, shown }: UserDialog): VNode {
  const { user } = shown;
  // The form compares with the first record shown, even if other admins change it meanwhile.
  const [first] = useDraft('before', personOf(user));
  const planOf = (person: Person) =>
    recordPlan({
      verb: words.edit.verb,
      seen: seenUser(shown),
      send: (how) => service.updateUser({ userId: user._id, ...changesOf(person, first), ...how }),
      describe: (changed) => (
        <>
          <PersonShown before={user} user={changed.user} />
          <Note kind="info">{words.edit.isFinal}</Note>
        </>
      ),
      done: words.edit.done(nameOf(user)),
      isFinal: true,
    });
  return (
    <PersonDialog title={words.edit.title(nameOf(user))} first={first} planOf={planOf} onClose={onClose} />
  );
}

export function CreateDialog({ onClose }: { onClose(): void }): VNode {
  const [values, setValues] = useDraft<readonly string[]>('permissions', []);
  const permissions = permissionsOf(values);
  const planOf = (person: Person) =>
    recordPlan({
      verb: words.create.open,
      seen: { version: permissions.join() },
      send: (how) =>
        service.createUser({
          ...{ emails: [], personalInformation: {}, ...changesOf(person, personOf()) },
          ...(permissions.length > 0 && { permissions }),
          ...how,
        }),
      describe: (changed) => (
        <>
          <Doubt named={permissions} onMeant={meantIn(permissions, setValues)} />
          <PersonShown user={changed.user} />
          <p class="muted">{words.create.undoMeans}</p>
        </>
      ),
      done: ({ user }) => words.create.done(nameOf(user)),
    });
  return (
    <PersonDialog
      title={words.create.open}
      first={personOf()}
      planOf={planOf}
      onClose={onClose}
      onDone={({ user }) => go(addressOf(`users/${user._id}`))}
    >
      <PermissionFields values={values} onValues={setValues} isAdded />
    </PersonDialog>
  );
}

type ChangedUser = Data<'updateUser'>;

function PersonDialog(props: {
  title: string;
  first: Person;
  planOf(person: Person): Plan<ChangedUser>;
  onClose(): void;
  onDone?(changed: ChangedUser): void;
  children?: VNode;
}): VNode {
  const { children, first, onClose, onDone, planOf, title } = props;
  const [person, setPerson] = useDraft('person', first);
  const [refused, setRefused] = useState<{ readonly emails: string; readonly problem: Problem }>();
  const problem = refused?.emails === person.emails ? refused.problem : undefined;
  return (
    <ChangeDialog
      title={title}
      plan={planOf(person)}
      onRefused={(refusal) => {
        const isOfEmail =
          refusal.type === 'error-answer' && (refusal.status === 409 || /e-?mail/i.test(refusal.message));
        if (isOfEmail) setRefused({ emails: person.emails, problem: refusal });
        return isOfEmail;
      }}
      onClose={onClose}
      onDone={onDone}
    >
      <PersonFields person={person} onPerson={setPerson} refused={problem} />
      {children}
    </ChangeDialog>
  );
}
