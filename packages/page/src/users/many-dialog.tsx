import type { Answer, Client } from '@ops-admin/client';
import type { VNode } from 'preact';
import { ChangeDialog } from '../changes/change-dialog.js';
import { changePlan } from '../changes/run-plan.js';
import type { Changes } from '../changes/send-changes.js';
import { Dialog } from '../parts/dialog.js';
import { useDraft } from '../parts/draft.js';
import { Choice, Lines } from '../parts/field.js';
import { useLoad } from '../parts/load.js';
import { Note } from '../parts/note.js';
import { PermissionFields, permissionsOf } from '../permissions/permission-fields.js';
import { UntilField, untilEndOf } from '../permissions/until-field.js';
import { numberText, words } from '../words.js';
import { filterOf, type UserQuery } from './user-query.js';

/** At most this many users are changed here; more are for the command. */
const MOST = 10_000;
/** A list gives at most this many. */
const USERS_PER_PAGE = 1_000;

type What = 'activate' | 'add' | 'deactivate' | 'everything' | 'remove';

/** Changes many users in a run: those selected, all that are found, or those of a pasted list. */
export function ManyDialog(props: {
  who: readonly string[] | 'found' | 'pasted';
  /** How many the filters find. */
  total?: number;
  query: UserQuery;
  onClose(): void;
  /** When all of it is done. */
  onDone?(): void;
}): VNode {
  const { onClose, onDone, query, who } = props;
  const [pasted, setPasted] = useDraft('who', '');
  const [what, setWhat] = useDraft<What>('what', 'remove');
  const [values, setValues] = useDraft<readonly string[]>('permissions', []);
  const [day, setDay] = useDraft('until', '');
  const found = useLoad(
    who === 'found' && (props.total ?? 0) <= MOST ? `all ${JSON.stringify(query)}` : undefined,
    (service) => findAll(service, query, []),
  );
  const users = who === 'pasted' ? namedIn(pasted) : who === 'found' ? (found.value ?? []) : who;
  const total = who === 'found' ? (found.value?.length ?? props.total ?? 0) : users.length;
  const permissions = permissionsOf(values);
  const takesPermissions = what === 'add' || what === 'remove';
  const missing =
    who === 'pasted' && users.length === 0
      ? words.many.nobodyNamed
      : takesPermissions && permissions.length === 0
        ? words.add.missing
        : undefined;
  const title = who === 'pasted' ? words.many.ofList : words.many.of(total);
  if (who === 'found' && total > MOST) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Note kind="bad">{words.many.tooMany(numberText(total), numberText(MOST))}</Note>
      </Dialog>
    );
  }
  const isDangerous = what !== 'add' && what !== 'activate';
  const plan =
    users.length > 0
      ? changePlan(words.many.verb[what], changesOf(what, users, permissions, day), isDangerous)
      : undefined;
  return (
    <ChangeDialog
      title={title}
      missing={missing}
      plan={plan}
      problem={found.problem}
      onClose={onClose}
      onDone={onDone}
    >
      {who === 'pasted' && (
        <Lines
          label={words.many.who}
          hint={words.many.whoHint}
          value={pasted}
          onValue={setPasted}
          rows={6}
          isFirst
        />
      )}
      {who === 'pasted' && pasted.trim() !== '' && (
        <p role="status" class="quiet">
          {words.many.named(users.length)}
        </p>
      )}
      <Choice
        label={words.many.what}
        value={what}
        onValue={(chosen) => setWhat(chosen as What)}
        options={Object.entries(words.many.verb).map(([value, label]) => ({ value, label }))}
      />
      {takesPermissions && <PermissionFields values={values} onValues={setValues} />}
      {what === 'add' && <UntilField value={day} onValue={setDay} />}
    </ChangeDialog>
  );
}

/** The ids of all users whom the filters find, page by page. */
function findAll(service: Client, query: UserQuery, before: readonly string[]): Answer<readonly string[]> {
  const start = before.length;
  const page = service.listUsers({ ...filterOf(query), start, end: start + USERS_PER_PAGE });
  return page.andThen(({ total, users }) => {
    const all = [...before, ...users.map(({ _id }) => _id)];
    return users.length > 0 && all.length < total ? findAll(service, query, all) : page.map(() => all);
  });
}

function changesOf(
  what: What,
  users: readonly string[],
  permissions: readonly string[],
  day: string,
): Changes {
  const each = <Change,>(change: Change) => users.map((user) => ({ user, ...change }));
  switch (what) {
    case 'add':
      return { action: what, changes: each({ permissions, ...untilEndOf(day) }) };
    case 'remove':
      return { action: what, changes: each({ permissions }) };
    case 'everything':
      return { action: 'remove', changes: each({ everything: true as const }) };
    case 'activate':
    case 'deactivate':
      return { action: what, changes: each({}) };
  }
}

/** E-mails or ids, however they are separated; each once. */
function namedIn(text: string): string[] {
  return [
    ...new Set(text.split(/[\s,;<>"]+/).filter((word) => word.includes('@') || /^[0-9a-f]{24}$/i.test(word))),
  ];
}
