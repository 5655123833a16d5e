import type { VNode } from 'preact';
import { addressOf, go } from '../address.js';
import { ChangeDialog } from '../changes/change-dialog.js';
import type { Plan } from '../changes/plan.js';
import { type ChangedUser, userPlan } from '../changes/user-plan.js';
import { useDraft } from '../parts/draft.js';
import { PermissionFields, permissionsOf } from '../permissions/permission-fields.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import { changesOf, type Person, PersonFields, PersonShown, personOf } from './person-fields.js';
import type { UserDialog } from './user-dialog.js';

/** Changes who a user is. */
export function EditDialog({ onClose, shown }: UserDialog): VNode {
  const { user } = shown;
  // What is typed is a change of what was seen first, whatever others change meanwhile.
  const [first] = useDraft('before', personOf(user));
  const planOf = (person: Person) =>
    userPlan({
      verb: words.edit.verb,
      seen: shown,
      send: (how) => service.updateUser({ userId: user._id, ...changesOf(person, first), ...how }),
      describe: (changed) => (
        <>
          <PersonShown before={user} user={changed.user} />
          <p class="quiet">{words.edit.isFinal}</p>
        </>
      ),
      done: words.edit.done(nameOf(user)),
      isFinal: true,
    });
  return (
    <PersonDialog title={words.edit.title(nameOf(user))} first={first} planOf={planOf} onClose={onClose} />
  );
}

/** Creates a user. */
export function CreateDialog({ onClose }: { onClose(): void }): VNode {
  const [values, setValues] = useDraft<readonly string[]>('permissions', []);
  const permissions = permissionsOf(values);
  const planOf = (person: Person) =>
    userPlan({
      verb: words.create.verb,
      send: (how) =>
        service.createUser({
          ...{ emails: [], personalInformation: {}, ...changesOf(person, personOf()) },
          ...(permissions.length > 0 && { permissions }),
          ...how,
        }),
      describe: (changed) => (
        <>
          <PersonShown user={changed.user} />
          <p class="quiet">{words.create.undoMeans}</p>
        </>
      ),
      done: words.create.done,
    });
  return (
    <PersonDialog
      title={words.create.title}
      first={personOf()}
      planOf={planOf}
      missingOf={({ emails, firstName, lastName, name }) =>
        emails.trim() === '' || `${name}${firstName}${lastName}`.trim() === ''
          ? words.create.missing
          : undefined
      }
      onClose={onClose}
      onDone={({ user }) => (user ? go(addressOf(`users/${user._id}`)) : onClose())}
    >
      <PermissionFields values={values} onValues={setValues} />
    </PersonDialog>
  );
}

function PersonDialog(props: {
  title: string;
  first: Person;
  planOf(person: Person): Plan<ChangedUser>;
  missingOf?(person: Person): string | undefined;
  onClose(): void;
  onDone?(changed: ChangedUser): void;
  children?: VNode;
}): VNode {
  const { children, first, missingOf, onClose, onDone, planOf, title } = props;
  const [person, setPerson] = useDraft('person', first);
  return (
    <ChangeDialog
      title={title}
      missing={missingOf?.(person)}
      plan={planOf(person)}
      onClose={onClose}
      onDone={onDone}
    >
      <PersonFields person={person} onPerson={setPerson} />
      {children}
    </ChangeDialog>
  );
}
