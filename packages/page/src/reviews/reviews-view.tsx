import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf, addressWith, go, type PlaceQuery, usePlace } from '../address.js';
import { ChangePreview } from '../changes/change-preview.js';
import { DepartmentField } from '../departments/department-field.js';
import { type ListedDepartment, useDepartments } from '../departments/department-names.js';
import { Dialog } from '../parts/dialog.js';
import { useDraft } from '../parts/draft.js';
import { Form } from '../parts/form.js';
import { noteChange, useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { Paging } from '../parts/paging.js';
import { Status } from '../parts/status.js';
import { Time } from '../parts/texts.js';
import { Given, type Grant } from '../permissions/given.js';
import { dayIn, UntilField } from '../permissions/until-field.js';
import { visible } from '../users/person.js';
import { words } from '../words.js';
import { type Decision, reviewPlan } from './review-plan.js';

/** Permissions on a page. */
const LIMIT = 100;

/** What the people of a department hold, for whoever leads it to keep, to end or to remove (decision 15). */
export function ReviewsView(props: { canChange: boolean; me: string; query: PlaceQuery }): VNode {
  const { canChange, me, query } = props;
  const place = usePlace();
  const departments = useDepartments();
  const led = departments.filter(({ leaderId }) => leaderId === me);
  const id = query.department ?? (led.length === 1 ? led[0]?.id : undefined) ?? '';
  const department = departments.find((one) => one.id === id);
  return (
    <>
      <h1>{words.reviews.title}</h1>
      <p>{canChange ? words.reviews.means : words.reviews.canOnlyLook}</p>
      <div class="filters one">
        <DepartmentField
          label={words.reviews.department}
          none={words.reviews.choose}
          departments={departments}
          value={id}
          onValue={(chosen, step) => go(addressWith(place, { department: chosen, from: undefined }), step)}
        />
      </div>
      {led.length > 0 && (
        <p class="row">
          {words.reviews.led}
          {led.map((one) => (
            <a
              key={one.id}
              href={addressWith(place, { department: one.id, from: undefined })}
              aria-current={one.id === id ? 'page' : undefined}
            >
              {one.name}
            </a>
          ))}
        </p>
      )}
      {department && <Review key={id} canChange={canChange} department={department} from={query.from} />}
    </>
  );
}

type Decisions = Readonly<Record<string, Decision>>;

/** What somebody holds as it was given: given anew, it is to be decided anew. */
const keyOf = ({ entry, permission, userId }: Grant) => `${userId} ${entry ?? 0} ${permission}`;

/** What somebody has confirmed since this day is looked at already. */
const isConfirmed = ({ attestedAt }: Grant) => attestedAt !== null && attestedAt >= dayIn(-30);

function Review(props: {
  canChange: boolean;
  department: ListedDepartment;
  from: string | undefined;
}): VNode {
  const { canChange, department, from } = props;
  const { id, name } = department;
  const start = Math.max(0, Number.parseInt(from ?? '0', 10) || 0);
  const [decisions, setDecisions] = useDraft<Decisions>('decisions', {}, `review ${id}`);
  const [isShown, setShown] = useState(false);
  const list = useLoad(`grants ${id} ${start}`, (service) =>
    service
      .listGrants({ department: id, start, end: start + LIMIT })
      .map(({ total = 0, ...page }) => ({ total, ...page })),
  );
  const { isLoading, problem, value } = list;
  const decide = (grants: readonly Grant[], choice: Partial<Decision>) => {
    const changed: Record<string, Decision> = { ...decisions };
    for (const grant of grants) {
      const { entry, permission, userId: user } = grant;
      const key = keyOf(grant);
      const before = { is: 'keep' as const, day: '', ...changed[key], user, permission };
      if (choice.is === undefined && choice.day === undefined) delete changed[key];
      else changed[key] = { ...before, ...choice, entry: entry ?? 0, asOf: value?.newestEntry ?? 0 };
    }
    setDecisions(changed);
  };
  const keepRest = (grants: readonly Grant[]) =>
    decide(
      grants.filter((grant) => !decisions[keyOf(grant)] && !isConfirmed(grant)),
      { is: 'keep' },
    );
  // What was confirmed is known of what is on this page.
  const isWhole = value?.grants.length === value?.total;
  const confirmed = isWhole ? (value?.grants.filter(isConfirmed).length ?? 0) : 0;
  const left = (value?.total ?? 0) - confirmed;
  const decided = Object.values(decisions).filter(({ day, is }) => is !== 'until' || day !== '');
  const close = () => {
    setShown(false);
    noteChange();
  };
  return (
    <>
      <ProblemNote problem={problem} />
      <Status
        of={list}
        say={({ total }) => (total === 0 ? words.reviews.none : words.reviews.found(left, confirmed))}
      />
      <Form onSend={() => setShown(true)}>
        <div aria-busy={isLoading || problem !== undefined}>
          {peopleIn(value?.grants ?? []).map((grants) => (
            <Person
              key={grants[0]?.userId}
              grants={grants}
              decisions={decisions}
              onDecide={canChange ? decide : undefined}
              onKeepRest={() => keepRest(grants)}
            />
          ))}
        </div>
        {value && <Paging start={start} total={value.total} size={LIMIT} />}
        {canChange && value && value.total > 0 && (
          <div class="row decided">
            <span role="status">{words.reviews.decided(decided.length, Math.max(left, decided.length))}</span>
            <button type="button" onClick={() => keepRest(value.grants)}>
              {words.reviews.keepPage}
            </button>
            {decided.length > 0 && (
              <button type="button" class="plain" onClick={() => setDecisions({})}>
                {words.reviews.clear}
              </button>
            )}
            <button type="submit" class="primary" disabled={Object.keys(decisions).length === 0}>
              {words.run.show}
            </button>
          </div>
        )}
      </Form>
      {isShown && (
        <Dialog title={words.reviews.save(name)} onClose={close}>
          <ChangePreview
            plan={reviewPlan(decided, () => setDecisions({}))}
            onDone={close}
            onBack={close}
            onAgain={close}
          />
        </Dialog>
      )}
    </>
  );
}

/** What each holds; the service lists them one after the other. */
function peopleIn(grants: readonly Grant[]): Grant[][] {
  const people: Grant[][] = [];
  for (const grant of grants) {
    const last = people.at(-1);
    if (last?.[0]?.userId === grant.userId) last.push(grant);
    else people.push([grant]);
  }
  return people;
}

function Person(props: {
  grants: readonly Grant[];
  decisions: Decisions;
  onDecide: ((grants: readonly Grant[], choice: Partial<Decision>) => void) | undefined;
  onKeepRest(): void;
}): VNode {
  const { decisions, grants, onDecide, onKeepRest } = props;
  const [{ department, email, name, user, userId } = {} as Grant] = grants;
  const called = visible(name) || user;
  return (
    <section class="card">
      <div class="row between">
        <h2>
          <a href={addressOf(`users/${userId}`)}>{called}</a>
        </h2>
        {onDecide && !grants.every(isConfirmed) && (
          <button type="button" onClick={onKeepRest}>
            {words.reviews.keepAll(called)}
          </button>
        )}
      </div>
      <p class="quiet">{[email, department].filter(Boolean).join(' · ')}</p>
      <ul class="rows">
        {grants.map((grant) => (
          <li key={keyOf(grant)}>
            <Held
              grant={grant}
              decision={decisions[keyOf(grant)]}
              onDecide={onDecide && ((choice) => onDecide([grant], choice))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Held(props: {
  grant: Grant;
  decision: Decision | undefined;
  onDecide: ((choice: Partial<Decision>) => void) | undefined;
}): VNode {
  const { decision, grant, onDecide } = props;
  const { permission, until } = grant;
  return (
    <fieldset>
      <legend>
        <code>{permission}</code>
      </legend>
      {until !== null && (
        <p>
          {words.user.ends} <Time at={until} />
        </p>
      )}
      <Given grant={grant} />
      {onDecide && (
        <div class="row">
          {Object.entries(words.reviews.decision).map(([is, label]) => (
            <label key={is} class="check">
              <input
                type="radio"
                name={keyOf(grant)}
                checked={(decision?.is ?? '') === is}
                onChange={() => onDecide(is === '' ? {} : { is: is as Decision['is'] })}
              />
              {label}
            </label>
          ))}
          {decision?.is === 'until' && (
            <UntilField value={decision.day} onValue={(day) => onDecide({ day })} isRequired />
          )}
        </div>
      )}
    </fieldset>
  );
}
