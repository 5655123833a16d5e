// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are blocks, which takes the roles of a table away
// biome-ignore-all lint/a11y/useSemanticElements: a row of a table is not a fieldset
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf, addressWith, go, type PlaceQuery, usePlace } from '../address.js';
import { ChangePreview } from '../changes/change-preview.js';
import { DepartmentField } from '../departments/department-field.js';
import { type ListedDepartment, useDepartments } from '../departments/department-names.js';
import { Dialog, DialogBody, DialogFoot } from '../parts/dialog.js';
import { useDraft } from '../parts/draft.js';
import { Form } from '../parts/form.js';
import { noteChange, useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { Paging, startIn } from '../parts/paging.js';
import { Status } from '../parts/status.js';
import { Empty } from '../parts/table.js';
import { Avatar, Email, Perm, Until } from '../parts/texts.js';
import { Given, type Grant } from '../permissions/given.js';
import { dayIn } from '../permissions/until-field.js';
import { visible } from '../users/person.js';
import { words } from '../words.js';
import { type Decision, reviewPlan } from './review-plan.js';

const LIMIT = 100;

export function ReviewsView(props: { canChange: boolean; me: string; query: PlaceQuery }): VNode {
  const { canChange, me, query } = props;
  const place = usePlace();
  const departments = useDepartments();
  const led = departments.filter(({ leaderId }) => leaderId === me);
  const id = query.department ?? (led.length === 1 ? led[0]?.id : undefined) ?? '';
  const department = departments.find((one) => one.id === id);
  return (
    <>
      <div class="head">
        <h1>{words.reviews.title}</h1>
        {!(department && canChange) && (
          <p class="lead">{canChange ? words.reviews.means : words.reviews.canOnlyLook}</p>
        )}
      </div>
      <div class="reviews">
        <DepartmentField
          label={words.reviews.department}
          none={words.reviews.choose}
          departments={departments}
          value={id}
          onValue={(chosen) => go(addressWith(place, { department: chosen, from: undefined }))}
        />
        {led.length > 0 && (
          <p class="row">
            <span class="muted">{words.reviews.led}</span>
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
      </div>
      {department ? (
        <Review key={id} canChange={canChange} department={department} from={query.from} />
      ) : (
        <Empty icon="reviews" title={words.reviews.choose} means={words.reviews.firstMeans} />
      )}
    </>
  );
}

type Decisions = Readonly<Record<string, Decision>>;

/** A permission that was added again needs a new decision, so the key contains its entry. */
const keyOf = ({ entry, permission, userId }: Grant) => `${userId} ${entry ?? 0} ${permission}`;

/** A confirmation in the last 30 days needs no decision. */
const isConfirmed = ({ attestedAt }: Grant) => attestedAt !== null && attestedAt >= dayIn(-30);

function Review(props: {
  canChange: boolean;
  department: ListedDepartment;
  from: string | undefined;
}): VNode {
  const { canChange, department, from } = props;
  const { id, name } = department;
  const start = startIn(from);
  const [decisions, setDecisions] = useDraft<Decisions>('decisions', {}, `review ${id}`);
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
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
  const restOf = (grants: readonly Grant[]) =>
    grants.filter((grant) => !decisions[keyOf(grant)] && !isConfirmed(grant));
  const rest = restOf(value?.grants ?? []);
  // The confirmations are known for this page only.
  const isWhole = value?.grants.length === value?.total;
  const confirmed = isWhole ? (value?.grants.filter(isConfirmed).length ?? 0) : 0;
  const left = (value?.total ?? 0) - confirmed;
  const decided = Object.values(decisions);
  // A decision without its day counts as decided, and blocks the preview.
  const dayless = decided.filter(({ day, is }) => is === 'until' && day === '').length;
  const close = () => {
    setShown(false);
    noteChange();
  };
  const total = Math.max(left, decided.length);
  return (
    <>
      <ProblemNote problem={problem} onRetry={list.reload} />
      <p class="muted">
        <Status
          of={list}
          say={({ total }) => (total === 0 ? words.reviews.none : words.reviews.found(left, confirmed))}
        />
      </p>
      <Form onSend={() => dayless === 0 && setShown(true)}>
        {value && value.total > 0 && (
          <div class="scroller">
            <table
              class="stacks"
              role="table"
              aria-label={words.reviews.table}
              aria-busy={isLoading || problem !== undefined}
            >
              <thead role="rowgroup">
                <tr role="row">
                  <th scope="col">{words.audit.filters.permission}</th>
                  <th scope="col" class="wide-only">
                    {words.user.why}
                  </th>
                  <th scope="col">{words.users.until}</th>
                  {canChange && <th scope="col">{words.reviews.decide}</th>}
                </tr>
              </thead>
              {peopleIn(value.grants).map((grants) => (
                <Person
                  key={grants[0]?.userId}
                  grants={grants}
                  decisions={decisions}
                  onDecide={canChange ? decide : undefined}
                  rest={restOf(grants)}
                />
              ))}
            </table>
          </div>
        )}
        {value && <Paging start={start} total={value.total} size={LIMIT} />}
        {canChange && value && value.total > 0 && (
          <section class="bar wide" aria-label={words.reviews.decide}>
            <span class="row" role="status">
              <progress max={Math.max(total, 1)} value={decided.length} aria-label={words.reviews.decide} />
              {words.reviews.decided(decided.length, total)}
              {dayless > 0 && <span>{words.reviews.dayless(dayless)}</span>}
            </span>
            <span class="row push">
              {decided.length > 0 && (
                <button type="button" class="link" onClick={() => setDecisions({})}>
                  {words.reviews.clear}
                </button>
              )}
              {rest.length > 0 && (
                <button type="button" class="button" onClick={() => setAsking(true)}>
                  {words.reviews.keepPage}
                </button>
              )}
              <button
                type="submit"
                class="button primary"
                disabled={decided.length === 0}
                aria-disabled={dayless > 0 || undefined}
              >
                {words.change.show}
              </button>
            </span>
          </section>
        )}
      </Form>
      {isAsking && (
        <Dialog title={words.reviews.keepAsks(rest.length)} size="compact" onClose={() => setAsking(false)}>
          <DialogBody>
            <p>{words.reviews.keepMeans(peopleIn(rest).length)}</p>
          </DialogBody>
          <DialogFoot>
            <button
              type="button"
              class="button primary"
              onClick={() => {
                decide(rest, { is: 'keep' });
                setAsking(false);
              }}
            >
              {words.reviews.keepThem(rest.length)}
            </button>
          </DialogFoot>
        </Dialog>
      )}
      {isShown && (
        <Dialog title={words.reviews.save(name)} size="wide" onClose={close}>
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

/** Groups grants by user; the service lists the grants of a user together. */
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
  rest: readonly Grant[];
}): VNode {
  const { decisions, grants, onDecide, rest } = props;
  const [{ email, name, user, userId } = {} as Grant] = grants;
  const called = visible(name) || user;
  return (
    <tbody role="rowgroup">
      <tr class="group" role="row">
        <th scope="rowgroup" role="rowheader" colSpan={onDecide ? 4 : 3}>
          <span class="row">
            <Avatar name={called} />
            <a class="name" href={addressOf(`users/${userId}`)}>
              {called}
            </a>
            {email && email !== called && (
              <span class="muted phone-never">
                <Email of={email} />
              </span>
            )}
            {onDecide && rest.length > 0 && (
              <button
                type="button"
                class="button quiet tight push"
                aria-label={words.reviews.keepOf(words.reviews.keep(rest.length), called)}
                onClick={() => onDecide(rest, { is: 'keep' })}
              >
                {words.reviews.keep(rest.length)}
              </button>
            )}
          </span>
        </th>
      </tr>
      {grants.map((grant) => (
        <Held
          key={keyOf(grant)}
          grant={grant}
          decision={decisions[keyOf(grant)]}
          called={called}
          onDecide={onDecide && ((choice) => onDecide([grant], choice))}
        />
      ))}
    </tbody>
  );
}

function Held(props: {
  grant: Grant;
  decision: Decision | undefined;
  called: string;
  onDecide: ((choice: Partial<Decision>) => void) | undefined;
}): VNode {
  const { called, decision, grant, onDecide } = props;
  const { permission, until } = grant;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <Perm of={permission} />
        <span class="narrow-only">
          <Given grant={grant} isShort />
        </span>
      </th>
      <td role="cell" class="wide-only">
        <Given grant={grant} />
      </td>
      <td role="cell" class="nowrap">
        <Until at={until} />
      </td>
      {onDecide && (
        <td role="cell" class="decision">
          <div class="row">
            <span class="choice" role="radiogroup" aria-label={words.reviews.of(permission, called)}>
              {Object.entries(words.reviews.decision).map(([is, label]) => (
                <label key={is}>
                  <input
                    type="radio"
                    name={keyOf(grant)}
                    class={is === 'remove' ? 'removes' : undefined}
                    checked={decision?.is === is}
                    // A second click clears the decision.
                    onClick={() => decision?.is === is && onDecide({})}
                    onChange={() => onDecide({ is: is as Decision['is'] })}
                  />
                  {label}
                </label>
              ))}
            </span>
            {decision?.is === 'until' && (
              <input
                class="input"
                type="date"
                aria-label={words.reviews.keepUntil(permission)}
                min={dayIn(0)}
                value={decision.day}
                onInput={({ currentTarget }) => onDecide({ day: currentTarget.value })}
              />
            )}
          </div>
        </td>
      )}
    </tr>
  );
}
