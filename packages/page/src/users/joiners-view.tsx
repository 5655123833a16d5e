// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are blocks, which takes the roles of a table away
import type { Problem } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, go } from '../address.js';
import { reasonOf } from '../changes/plan.js';
import { ReasonField } from '../changes/reason-field.js';
import { newBatchName } from '../changes/send-changes.js';
import { departmentName, useDepartments } from '../departments/department-names.js';
import { dropDrafts, useDraft } from '../parts/draft.js';
import { Lines } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { noteChange, useTyped } from '../parts/load.js';
import { useMore } from '../parts/more.js';
import { ProblemNote } from '../parts/note.js';
import { notify } from '../parts/notice.js';
import { Email, Perm } from '../parts/texts.js';
import { service, serviceFor } from '../service.js';
import { numberText, words } from '../words.js';
import { type Column, type Joiner, joinersIn, type NewUser } from './joiners.js';

/** The largest number of users that one list creates here; the command takes more. */
const MOST = 1000;

/** The number of rows that are checked concurrently. */
const AT_ONCE = 4;

const SHOWN = 100;

const text = words.joiners;

/** Creates users from CSV: every row is checked, then corrected or left out, before the first user is created. */
export function JoinersView(): VNode {
  const [csv, setCsv] = useDraft('csv', '');
  const [reason, setReason] = useDraft('reason', '');
  const [batch] = useDraft('batch', newBatchName());
  const [made, setMade] = useState<number>();
  const [refused, setRefused] = useState<Problem>();
  const heading = useRef<HTMLHeadingElement>(null);
  const departments = useDepartments({ details: true });
  const list = joinersIn(csv, departments);
  const { columns, ignored, joiners } = list;
  const isTooLong = joiners.length > MOST;
  const checks = useChecks(isTooLong ? [] : joiners);
  const problemsOf = (joiner: Joiner): Joiner['problems'] => {
    const said = joiner.user && checks.known.get(keyOf(joiner.user));
    return said ? { [/e-?mail/i.test(said) ? 'email' : 'line']: said } : joiner.problems;
  };
  const wrong = joiners.filter((joiner) => Object.keys(problemsOf(joiner)).length > 0);
  const ready = joiners.filter(({ user }) => user && checks.known.get(keyOf(user)) === '');
  const left = joiners.length - wrong.length - ready.length;
  const isMaking = made !== undefined;
  const canMake = ready.length > 0 && wrong.length + left === 0 && !isMaking;
  const [shown, more] = useMore(joiners, SHOWN);

  const make = async () => {
    if (!canMake) return;
    setRefused(undefined);
    const created = new Set<number>();
    for (const { line, user } of ready) {
      setMade(created.size);
      const answer = await service.createUser({ ...(user as NewUser), batch, ...reasonOf(reason) });
      if (answer.isOk()) created.add(line);
      else if (answer.error.type === 'error-answer' && answer.error.status === 409) {
        checks.known.set(keyOf(user as NewUser), words.problems.plain(answer.error.message));
      } else {
        setRefused(answer.error);
        break;
      }
    }
    setMade(undefined);
    if (created.size === ready.length) {
      dropDrafts();
      go(addressOf(`batches/${batch}`));
    } else setCsv(list.without(created));
    // The address has changed, so the notice stands in the new view.
    if (created.size > 0) notify({ text: text.done(created.size), batch });
    noteChange();
  };

  const stopped = wrong.length > 0 ? text.stopped(wrong.length) : undefined;
  return (
    <Form class="parts" onSend={() => void make()}>
      <div class="head">
        <h1>{text.title}</h1>
        <p class="lead">{text.means}</p>
      </div>
      <div class="fields form">
        <Lines
          label={text.csv}
          hint={text.hint}
          value={csv}
          onValue={setCsv}
          rows={6}
          problem={csv.trim() === '' ? undefined : isTooLong ? text.tooLong(MOST) : list.problem}
          warning={ignored.length > 0 ? text.ignored(ignored) : undefined}
        />
        <div class="row">
          <FileButton onText={setCsv} />
        </div>
      </div>
      {joiners.length > 0 && !isTooLong && (
        <section class="section after" aria-labelledby="rows">
          <div class="row">
            <h2 id="rows" ref={heading} tabIndex={-1}>
              {text.preview}
            </h2>
            <span class="muted" role="status">
              {text.counts(ready.length, wrong.length, left)}
            </span>
          </div>
          <ProblemNote problem={checks.problem ?? refused} isRetried={false} onRetry={checks.retry} />
          <div class="scroller inset">
            <table class="stacks" role="table" aria-labelledby="rows">
              <thead role="rowgroup">
                <tr role="row">
                  <th scope="col" class="num">
                    {words.many.line}
                  </th>
                  {(['name', 'email', 'department', 'permissions'] as const)
                    .filter((one) => one !== 'permissions' || columns.includes(one))
                    .map((one) => (
                      <th key={one} scope="col" class={one === 'name' ? 'w9' : undefined}>
                        {one === 'name' ? words.users.name : text.columns[one]}
                      </th>
                    ))}
                  <th scope="col">{words.change.note}</th>
                </tr>
              </thead>
              <tbody role="rowgroup">
                {shown.map((joiner) => (
                  <JoinerRow
                    key={joiner.line}
                    joiner={joiner}
                    columns={columns}
                    department={departmentName(departments, joiner.user?.departmentId ?? null)}
                    problems={problemsOf(joiner)}
                    isReady={ready.includes(joiner)}
                    onCell={(column, value) => setCsv(list.withCell(joiner.line, column, value))}
                    onLeaveOut={() => {
                      setCsv(list.without(new Set([joiner.line])));
                      heading.current?.focus();
                    }}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {more}
          <div class="form after">
            <ReasonField value={reason} onValue={setReason} />
          </div>
        </section>
      )}
      {joiners.length > 0 && (
        <section class="bar wide" aria-label={words.actions}>
          <span id="stopped" role="status">
            {isMaking
              ? words.change.rows(numberText(made), numberText(ready.length))
              : (stopped ?? text.undoMeans)}
          </span>
          <a class="button push" href={addressOf('users')} onClick={dropDrafts}>
            {words.cancel}
          </a>
          <button
            type="submit"
            class="button primary"
            aria-disabled={!canMake || undefined}
            aria-describedby="stopped"
          >
            {isMaking ? words.change.making : text.create(ready.length)}
          </button>
        </section>
      )}
    </Form>
  );
}

function FileButton({ onText }: { onText(text: string): void }): VNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {text.file}
      </button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        aria-label={text.file}
        onChange={({ currentTarget }) => {
          void currentTarget.files?.[0]?.text().then(onText);
          // The same file can then be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function JoinerRow(props: {
  joiner: Joiner;
  columns: readonly (Column | undefined)[];
  department: string;
  problems: Joiner['problems'];
  isReady: boolean;
  onCell(column: Column, value: string): void;
  onLeaveOut(): void;
}): VNode {
  const { columns, department, isReady, joiner, onCell, onLeaveOut, problems } = props;
  const { line, values } = joiner;
  const isWrong = Object.keys(problems).length > 0;
  const cell = (column: Column, shown: VNode | string) => (
    <JoinerCell
      line={line}
      column={column}
      value={values[column] ?? ''}
      problem={problems[column]}
      onValue={(value) => onCell(column, value)}
    >
      {shown}
    </JoinerCell>
  );
  const named = (['firstName', 'name', 'lastName'] as const).find((one) => columns.includes(one)) ?? 'name';
  const {
    department: typed = '',
    email = '',
    firstName = '',
    lastName = '',
    name,
    permissions = '',
  } = values;
  return (
    <tr role="row">
      <td role="cell" class={isWrong ? 'num red' : 'num muted'}>
        <span class="phone-only">{words.many.line} </span>
        {line}
      </td>
      <th scope="row" role="rowheader">
        {cell(named, <span class="name">{name || `${firstName} ${lastName}`}</span>)}
      </th>
      <td role="cell">{cell('email', <Email of={email} />)}</td>
      <td role="cell">{cell('department', department || typed)}</td>
      {columns.includes('permissions') && (
        <td role="cell">
          {permissions.split(';').map((one) => (
            <div key={one}>
              <Perm of={one.trim()} />
            </div>
          ))}
        </td>
      )}
      <td role="cell" class={problems.line ? undefined : 'nowrap'}>
        {problems.line && <span class="sub red">{problems.line}</span>}
        {isWrong ? (
          <button
            type="button"
            class="button tight"
            aria-label={text.leaveOutLine(line)}
            onClick={onLeaveOut}
          >
            {text.leaveOut}
          </button>
        ) : (
          <span class="muted">{isReady ? text.ready : text.checking}</span>
        )}
      </td>
    </tr>
  );
}

/** A cell. A cell with a problem is a field, and stays one after its correction, so that it keeps the focus. */
function JoinerCell(props: {
  line: number;
  column: Column;
  value: string;
  problem: string | undefined;
  onValue(value: string): void;
  children: VNode | string;
}): VNode {
  const { children, column, line, onValue, problem, value } = props;
  const isEdited = useRef(false);
  if (problem === undefined && !isEdited.current) return <>{children}</>;
  const id = `${column}-${line}`;
  return (
    <div class="field">
      <input
        class="input"
        value={value}
        aria-label={text.cell(text.columns[column], line)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && id}
        onInput={({ currentTarget }) => {
          isEdited.current = true;
          onValue(currentTarget.value);
        }}
      />
      {problem && (
        <p id={id} class="problem">
          <Icon of="alert" />
          <span>{problem}</span>
        </p>
      )}
    </div>
  );
}

const keyOf = (user: NewUser): string => JSON.stringify(user);

/** Checks new users by dry runs; `known` has the problem of each, empty for none. */
function useChecks(joiners: readonly Joiner[]) {
  const known = useRef(new Map<string, string>()).current;
  const [, setTurn] = useState(0);
  const [problem, setProblem] = useState<Problem>();
  const [attempt, setAttempt] = useState(0);
  const asked = joiners.flatMap(({ user }) => (user ? [keyOf(user)] : []));
  const typed = useTyped(asked.join('\n'));
  useEffect(() => {
    const checking = new AbortController();
    const client = serviceFor(checking.signal);
    const queue = typed.split('\n').filter((key) => key !== '' && !known.has(key));
    setProblem(undefined);
    const work = async () => {
      for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
        const answer = await client.createUser({ ...(JSON.parse(key) as NewUser), dryRun: true });
        if (checking.signal.aborted) return;
        if (answer.isOk()) known.set(key, '');
        else if (answer.error.type === 'error-answer' && [400, 409].includes(answer.error.status)) {
          known.set(key, words.problems.plain(answer.error.message));
        } else return setProblem(answer.error);
        setTurn((last) => last + 1);
      }
    };
    for (let n = 0; n < AT_ONCE; n++) void work();
    return () => checking.abort();
  }, [typed, attempt]);
  return { known, problem, retry: () => setAttempt(attempt + 1) };
}
