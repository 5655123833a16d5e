import type { Answer, Client } from '@ops-admin/client';
import type { VNode } from 'preact';
import { changePlan } from '../changes/batch-plan.js';
import { isChange } from '../changes/batch-rows.js';
import { ChangeDialog } from '../changes/change-dialog.js';
import type { Changes } from '../changes/send-changes.js';
import { MessageDialog } from '../parts/dialog.js';
import { useDraft } from '../parts/draft.js';
import { Lines, Radios } from '../parts/field.js';
import { useLoad } from '../parts/load.js';
import { Note } from '../parts/note.js';
import { meantIn, PermissionFields, permissionsOf } from '../permissions/permission-fields.js';
import { UntilField, untilEndOf } from '../permissions/until-field.js';
import { numberText, words } from '../words.js';
import { PastedMeaning, partsOf, usersOf } from './pasted-list.js';
import { filterOf, type UserQuery } from './user-query.js';

/** The largest number of users that one change takes here; the command takes more. */
const MOST = 10_000;

/** The largest number of users that a list returns; the build inserts the constant of core. */
declare const USERS_PER_PAGE: number;

type What = 'activate' | 'add' | 'deactivate' | 'everything' | 'remove';

/** Changes many users in a batch: those selected, all that are found, or those of a pasted list. */
export function ManyDialog(props: {
  who: readonly string[] | 'found' | 'pasted';
  /** The number of users that the filters find. */
  total?: number;
  query: UserQuery;
  onClose(): void;
  /** Called when no row has failed. */
  onDone?(): void;
}): VNode {
  const { onClose, onDone, query, who } = props;
  const [pasted, setPasted] = useDraft('who', '');
  const [what, setWhat] = useDraft<What>('what', 'add');
  const [values, setValues] = useDraft<readonly string[]>('permissions', []);
  const [day, setDay] = useDraft('until', '');
  const found = useLoad(
    who === 'found' && (props.total ?? 0) <= MOST ? `all ${JSON.stringify(query)}` : undefined,
    (service) => findAll(service, query, []),
  );
  const parts = partsOf(pasted);
  const users = who === 'pasted' ? usersOf(parts) : who === 'found' ? (found.value ?? []) : who;
  const total = who === 'found' ? (found.value?.length ?? props.total ?? 0) : users.length;
  const permissions = permissionsOf(values);
  const takesPermissions = what === 'add' || what === 'remove';
  const title = who === 'pasted' ? words.many.ofList : words.many.of(total);
  if (who === 'found' && total > MOST) {
    return (
      <MessageDialog title={title} onClose={onClose}>
        <Note kind="bad">{words.many.tooMany(numberText(total), numberText(MOST))}</Note>
      </MessageDialog>
    );
  }
  const lines = [...new Set(parts.flatMap(({ line, user }) => (user === undefined ? [line] : [])))];
  const plan =
    users.length > 0
      ? changePlan(
          ({ results }) => words.many.does(what, results.filter(isChange)),
          changesOf(what, users, permissions, day),
          what !== 'add' && what !== 'activate',
          meantIn(permissions, setValues),
        )
      : undefined;
  const noUsers = users.length === 0 ? words.many.nobodyNamed : undefined;
  return (
    <ChangeDialog
      title={title}
      lead={words.many.nothingYet}
      size="wide"
      stopped={lines.length > 0 ? words.many.stopped(lines) : undefined}
      plan={plan}
      problem={found.problem}
      onClose={onClose}
      onDone={onDone}
    >
      {who === 'pasted' && (
        <div class={parts.length > 0 ? 'pasted' : undefined}>
          <Lines
            label={words.many.who}
            hint={words.many.whoHint}
            value={pasted}
            onValue={setPasted}
            rows={8}
            isFirst
            mistake={noUsers}
          />
          {parts.length > 0 && (
            <div>
              <p role="status" class="muted">
                {words.many.named(users.length, parts.length - users.length - lines.length, lines.length)}
              </p>
              <PastedMeaning parts={parts} />
            </div>
          )}
        </div>
      )}
      <Radios
        label={words.many.what}
        value={what}
        onValue={(chosen) => setWhat(chosen as What)}
        options={words.many.verb}
      />
      {takesPermissions && (
        <PermissionFields values={values} onValues={setValues} isNeeded isAdded={what === 'add'} />
      )}
      {what === 'add' && <UntilField value={day} onValue={setDay} />}
    </ChangeDialog>
  );
}

/** Reads the ids of all users that the filters find, page by page. */
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
