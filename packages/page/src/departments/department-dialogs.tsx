import type { Data, Problem } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf } from '../address.js';
import { ChangeDialog } from '../changes/change-dialog.js';
import { ChangePreview } from '../changes/change-preview.js';
import type { Seen } from '../changes/plan.js';
import { recordPlan } from '../changes/record-plan.js';
import { Dialog, MessageDialog } from '../parts/dialog.js';
import { useDraft } from '../parts/draft.js';
import { Field, Lines } from '../parts/field.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { ChangedFacts } from '../parts/texts.js';
import { service } from '../service.js';
import { nameOf } from '../users/person.js';
import { findUser, UserField } from '../users/user-field.js';
import { words } from '../words.js';
import { DepartmentField } from './department-field.js';
import { departmentName, useDepartments } from './department-names.js';

type Shown = Data<'showDepartment'>;
type Department = Data<'createDepartment'>['department'];

interface Typed {
  readonly name: string;
  readonly code: string;
  readonly description: string;
  readonly parentId: string;
  /** An e-mail or an id. */
  readonly managerId: string;
}

const text = words.departments;

function typedOf(given: Partial<Department>): Typed {
  const { code = '', description = '', manager, name = '', parentId } = given;
  return {
    name,
    code,
    description,
    parentId: parentId ?? '',
    managerId: manager?.emails[0] ?? manager?._id ?? '',
  };
}

/** Returns the field of a refusal, and the text to show there. */
function refusalOf(problem: Problem): readonly [keyof Typed, string] | undefined {
  if (problem.type !== 'error-answer') return undefined;
  const { message, status } = problem;
  const said = words.problems.plain(message);
  if (status === 409) return message.startsWith('the code') ? ['code', said] : ['parentId', text.cycle];
  const [, member] = /^payload\.(name|code|description|parentId|managerId)\b/.exec(message) ?? [];
  return member === undefined
    ? undefined
    : [member as keyof Typed, /hexa/.test(said) ? words.audit.noUser : said];
}

export function DepartmentDialog(props: {
  does: string;
  id: string | undefined;
  /** The number of users, including those of departments below. */
  people: number;
  onClose(): void;
}): VNode | null {
  const { does, id, onClose, people } = props;
  const { problem, value } = useLoad(does !== 'create' && id ? `department ${id}` : undefined, (client) =>
    client.showDepartment({ departmentId: id ?? '' }),
  );
  if (does === 'create') return <FormDialog first={{ parentId: id ?? null }} onClose={onClose} />;
  if (problem) {
    return (
      <MessageDialog title={text.title} onClose={onClose}>
        <ProblemNote problem={problem} />
      </MessageDialog>
    );
  }
  if (!value) return null;
  if (does === 'edit')
    return <FormDialog first={value.department} seen={value} people={people} onClose={onClose} />;
  return does === 'delete' ? <DeleteDialog shown={value} onClose={onClose} /> : null;
}

const seenDepartment = ({ etag }: Shown): Seen => ({ version: etag, etag });

function FormDialog(props: {
  first: Partial<Department>;
  seen?: Shown;
  people?: number;
  onClose(): void;
}): VNode {
  const { first, onClose, people = 0, seen } = props;
  // The form compares with the first record shown, even if other admins change it meanwhile.
  const [before] = useDraft('before', typedOf(first));
  const [typed, setTyped] = useDraft('department', before);
  const [refused, setRefused] = useState<{ of: string; at: keyof Typed; says: string }>();
  const departments = useDepartments();
  const { managerId, name, parentId } = typed;
  const typedMembers = {
    ...(typed.code !== before.code && { code: typed.code }),
    ...(typed.description !== before.description && { description: typed.description }),
    ...(!(seen && parentId === before.parentId) && { parentId: parentId || null }),
  };
  const textsOf = (one: Partial<Department> = {}) => ({
    [text.name]: one.name,
    [text.code]: one.code,
    [text.partOf]: departmentName(departments, one.parentId ?? null),
    [text.manager]: one.manager && nameOf(one.manager),
    [text.description]: one.description,
  });
  const plan = recordPlan({
    verb: seen ? words.edit.verb : text.create,
    seen: seen && seenDepartment(seen),
    send: async (how) => {
      const { user } = await findUser(managerId);
      const members = { ...typedMembers, ...(managerId !== before.managerId && { managerId: user || null }) };
      return seen
        ? service.updateDepartment({
            departmentId: seen.department._id,
            ...(name !== before.name && { name }),
            ...members,
            ...how,
          })
        : service.createDepartment({ name, ...members, ...how });
    },
    describe: ({ department }) => (
      <>
        <ChangedFacts before={textsOf(seen?.department)} after={textsOf(department)} />
        {seen && people > 0 && department.parentId !== seen.department.parentId && (
          <p>{text.moves(people)}</p>
        )}
        {!seen && <p class="muted">{text.undoMeans}</p>}
      </>
    ),
    done: (seen ? text.saved : text.created)(name.trim()),
  });
  const problemAt = (at: keyof Typed) =>
    refused?.at === at && refused.of === typed[at] ? refused.says : undefined;
  const field = (at: keyof Typed) => ({
    value: typed[at],
    onValue: (value: string) => setTyped({ ...typed, [at]: value }),
    problem: problemAt(at),
    maxLength: 500,
  });
  return (
    <ChangeDialog
      title={seen ? text.edit(before.name) : text.create}
      plan={plan}
      onRefused={(problem) => {
        const [at, says] = refusalOf(problem) ?? [];
        if (at && says) setRefused({ of: typed[at], at, says });
        return at !== undefined;
      }}
      onClose={onClose}
    >
      <Field
        {...field('name')}
        label={text.name}
        isFirst
        mistake={name.trim() === '' ? words.person.noName : undefined}
      />
      <div class="fields two">
        <Field {...field('code')} label={text.code} isOptional />
        <DepartmentField
          {...field('parentId')}
          label={text.partOf}
          none={text.top}
          departments={departments}
        />
      </div>
      <UserField {...field('managerId')} label={text.manager} hint={words.audit.userHint} isOptional />
      <Lines {...field('description')} label={text.description} isOptional isCode={false} rows={2} />
    </ChangeDialog>
  );
}

/** Deletes an empty department; for another one it shows the people and departments in it. */
function DeleteDialog({ onClose, shown }: { shown: Shown; onClose(): void }): VNode {
  const { _id, children, name, users } = shown.department;
  if (users + children.length === 0) {
    const plan = recordPlan({
      verb: text.deleteIt,
      isDangerous: true,
      seen: seenDepartment(shown),
      send: (how) => service.deleteDepartment({ departmentId: _id, ...how }),
      describe: () => <p>{text.isEmpty(name)}</p>,
      done: text.deleted(name),
      isFinal: true,
    });
    return (
      <Dialog title={text.deleteAsks(name)} size="compact" onClose={onClose}>
        <ChangePreview plan={plan} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <MessageDialog title={text.notDeleted(name)} onClose={onClose}>
      <p>{text.isInTheWay(users, children.length)}</p>
      <ul>
        {users > 0 && (
          <li>
            <a href={addressOf('users', { department: _id })}>{text.showUsers}</a>
          </li>
        )}
        {children.map((child) => (
          <li key={child._id}>
            <a href={addressOf('departments', { search: child.name })}>{text.show(child.name)}</a>
          </li>
        ))}
      </ul>
    </MessageDialog>
  );
}
