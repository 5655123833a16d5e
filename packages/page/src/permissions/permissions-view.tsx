import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { addressOf, addressWith, go, type PlaceQuery, type Step, usePlace } from '../address.js';
import { Choice, Field } from '../parts/field.js';
import { Filters } from '../parts/form.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { PAGE_SIZE, Paging } from '../parts/paging.js';
import { Status } from '../parts/status.js';
import { numberText, words } from '../words.js';
import { RenameDialog } from './rename-dialog.js';

/** The permissions that exist, and how many hold each. */
export function PermissionsView(props: { canChange: boolean; query: PlaceQuery }): VNode {
  const { canChange, query } = props;
  const { from, listed, module, rename, search } = query;
  const place = usePlace();
  const start = Math.max(0, Number.parseInt(from ?? '0', 10) || 0);
  const [text, setText] = useState(search ?? '');
  useLayoutEffect(() => setText(search ?? ''), [search]);
  const modules = useLoad('modules', (service) => service.listModules());
  const list = useLoad(`permissions ${JSON.stringify([from, listed, module, search])}`, (service) =>
    service.listPermissions({
      start,
      end: start + PAGE_SIZE,
      ...(search && { search }),
      ...(module && { module }),
      ...(listed && { listed: listed === 'yes' }),
    }),
  );
  const { isLoading, problem, value } = list;
  const apply = (changes: PlaceQuery, step?: Step) =>
    go(addressWith(place, { search: text.trim(), ...changes, from: undefined }), step);
  return (
    <>
      <h1>{words.permissions.title}</h1>
      <search>
        <Filters all={addressOf('permissions')} onFind={() => apply({})}>
          <Field label={words.permissions.search} type="search" value={text} onValue={setText} />
          <Choice
            label={words.permissions.module}
            value={module ?? ''}
            onValue={(chosen, step) => apply({ module: chosen }, step)}
            options={[
              { value: '', label: words.permissions.anyModule },
              ...(modules.value?.modules ?? []).map((one) => ({ value: one.module, label: one.module })),
            ]}
          />
          <Choice
            label={words.permissions.listed}
            value={listed ?? ''}
            onValue={(chosen, step) => apply({ listed: chosen }, step)}
            options={[
              { value: '', label: words.permissions.anyListed },
              { value: 'yes', label: words.permissions.isListed },
              { value: 'no', label: words.permissions.isNotListed },
            ]}
          />
        </Filters>
      </search>
      <ProblemNote problem={problem} />
      <Status
        of={list}
        say={({ total }) => (total === 0 ? words.permissions.none : words.permissions.found(total))}
      />
      <ul class="rows users" aria-busy={isLoading || problem !== undefined}>
        {value?.permissions.map(({ description, holders, owner, permission }) => (
          <li key={permission} class="wide">
            <code>{permission}</code>
            <span class="quiet">
              {[description, owner && words.permissions.owner(owner)].filter(Boolean).join(' · ')}
            </span>
            <span class="row">
              <a href={addressOf('users', { right: permission })}>{words.permissions.mayDo}</a>
              <a href={addressOf('users', { right: permission, how: 'holds' })}>
                {words.permissions.holders(numberText(holders), holders)}
              </a>
              {canChange && holders > 0 && (
                <a
                  href={addressWith(place, { rename: permission })}
                  aria-label={words.rename.title(permission)}
                >
                  {words.rename.verb}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
      {value && <Paging start={start} total={value.total} />}
      {canChange && rename && (
        <RenameDialog
          key={rename}
          from={rename}
          onClose={() => go(addressWith(place, { rename: undefined }), 'replace')}
        />
      )}
    </>
  );
}
