import type { Problem, User } from '@ops-admin/client';
import type { VNode } from 'preact';
import { DepartmentField } from '../departments/department-field.js';
import { departmentName, useDepartments } from '../departments/department-names.js';
import { Field, Lines } from '../parts/field.js';
import { ChangedFacts } from '../parts/texts.js';
import { words } from '../words.js';

export interface Person {
  readonly emails: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
  readonly department: string;
}

/** Returns the details of a user for the form; empty ones without a user. */
export function personOf(user?: User): Person {
  const { firstName = '', lastName = '', name = '' } = user?.personalInformation ?? {};
  // A full name that equals both names stays derived from them.
  const isMade = name === [firstName, lastName].filter((part) => part !== '').join(' ');
  return {
    emails: user?.emails.join('\n') ?? '',
    firstName,
    lastName,
    name: isMade ? '' : name,
    department: user?.departmentId ?? '',
  };
}

/** Returns the changed members as the service takes them. */
export function changesOf(person: Person, before: Person) {
  const { department, emails, firstName, lastName, name } = person;
  const isRenamed = firstName !== before.firstName || lastName !== before.lastName || name !== before.name;
  return {
    ...(emails !== before.emails && {
      emails: emails.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
    }),
    ...(isRenamed && { personalInformation: { firstName, lastName, ...(name !== '' && { name }) } }),
    ...(department !== before.department && { departmentId: department === '' ? null : department }),
  };
}

export function PersonFields(props: {
  person: Person;
  onPerson(person: Person): void;
  refused: Problem | undefined;
}): VNode {
  const { onPerson, person, refused } = props;
  const { emails, firstName, lastName, name } = person;
  const departments = useDepartments();
  const set = (changes: Partial<Person>) => onPerson({ ...person, ...changes });
  return (
    <>
      <div class="fields two">
        <Field
          label={words.person.firstName}
          value={firstName}
          onValue={(firstName) => set({ firstName })}
          maxLength={500}
          isFirst
          mistake={`${firstName}${lastName}${name}`.trim() === '' ? words.person.noName : undefined}
        />
        <Field
          label={words.person.lastName}
          value={lastName}
          onValue={(lastName) => set({ lastName })}
          maxLength={500}
        />
      </div>
      <Field
        label={words.person.name}
        hint={words.person.nameHint}
        isOptional
        value={name}
        onValue={(name) => set({ name })}
        maxLength={500}
      />
      <Lines
        label={words.person.emails}
        hint={words.person.emailsHint}
        value={emails}
        onValue={(emails) => set({ emails })}
        rows={2}
        isCode={false}
        mistake={emails.trim() === '' ? words.person.noEmail : undefined}
        problem={refused?.type === 'error-answer' ? words.problems.plain(refused.message) : undefined}
      />
      <DepartmentField
        label={words.users.department}
        none={words.person.noDepartment}
        isOptional
        departments={departments}
        value={person.department}
        onValue={(department) => set({ department })}
      />
    </>
  );
}

/** Shows changed details next to their former values. */
export function PersonShown({ before, user }: { before?: User | undefined; user: User | undefined }): VNode {
  const departments = useDepartments();
  const textsOf = (one: User | undefined) => ({
    [words.person.name]: one?.personalInformation.name,
    [words.person.firstName]: one?.personalInformation.firstName,
    [words.person.lastName]: one?.personalInformation.lastName,
    [words.person.emails]: one?.emails.join(', '),
    [words.users.department]: one && departmentName(departments, one.departmentId),
    [words.permissions.title]: one?.permissions.join(', '),
  });
  return <ChangedFacts before={textsOf(before)} after={textsOf(user)} />;
}
