import type { EffectivePermission } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf, addressWith, go, usePlace } from '../address.js';
import { useDraft } from '../parts/draft.js';
import { Field } from '../parts/field.js';
import { useLoad } from '../parts/load.js';
import { useMore } from '../parts/more.js';
import { Chips, Time } from '../parts/texts.js';
import { Given, type Grant } from '../permissions/given.js';
import { words } from '../words.js';
import type { ShownUser } from './user-dialog.js';

/** So many are shown at first; more than these are looked through. */
const SHOWN = 100;
const MANY = 20;

/** What a user may do, and by what; an admin selects what to remove. */
export function HeldPermissions(props: { shown: ShownUser; canChange: boolean }): VNode {
  const { canChange } = props;
  const { effective, user } = props.shown;
  const place = usePlace();
  const { value } = useLoad(`grants of ${user._id}`, (service) =>
    service.listGrants({ user: user._id, start: 0, end: 0 }),
  );
  const grants = new Map(value?.grants.map((grant) => [grant.permission, grant]));
  const [selected, setSelected] = useDraft<readonly string[]>('ticked', [], user._id);
  const [text, setText] = useState('');
  const found = effective.filter(({ permission }) => permission.includes(text.trim()));
  const [shown, more] = useMore(found, SHOWN);
  const chosen = effective.map(({ permission }) => permission).filter((one) => selected.includes(one));
  const select = (permission: string, isSelected: boolean) => {
    const others = chosen.filter((one) => one !== permission);
    setSelected(isSelected ? [...others, permission] : others);
  };
  const remove = (permissions: readonly string[]) =>
    go(addressWith(place, { do: 'remove', what: JSON.stringify(permissions) }));
  return (
    <section class="card">
      <div class="row between">
        <h2>{words.user.permissions}</h2>
        {canChange && (
          <a class="button" href={addressWith(place, { do: 'add' })}>
            {words.add.open}
          </a>
        )}
      </div>
      {effective.length === 0 && <p class="quiet">{words.user.none}</p>}
      {effective.length > MANY && (
        <search class="narrow">
          <Field label={words.user.search} type="search" value={text} onValue={setText} />
          <p role="status">{words.permissions.found(found.length)}</p>
        </search>
      )}
      <ul class="rows">
        {shown.map((held) => (
          <li key={held.permission}>
            <Held
              held={held}
              grant={grants.get(held.permission)}
              isSelected={selected.includes(held.permission)}
              onSelect={canChange ? (is) => select(held.permission, is) : undefined}
            />
          </li>
        ))}
      </ul>
      {more}
      {canChange && effective.length > 0 && (
        <div class="row">
          <button type="button" class="danger" disabled={chosen.length === 0} onClick={() => remove(chosen)}>
            {words.remove.selected(chosen.length)}
          </button>
          <a class="button" href={addressWith(place, { do: 'leave' })}>
            {words.leave.open}
          </a>
        </div>
      )}
    </section>
  );
}

function Held(props: {
  held: EffectivePermission;
  grant: Grant | undefined;
  isSelected: boolean;
  onSelect: ((isSelected: boolean) => void) | undefined;
}): VNode {
  const { grant, held, isSelected, onSelect } = props;
  const { coveredBy, module, permission, until } = held;
  return (
    <div class="stack tight">
      <div class="row">
        {onSelect ? (
          <label class="check">
            <input
              type="checkbox"
              checked={isSelected}
              onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
            />
            <code>{permission}</code>
          </label>
        ) : (
          <code>{permission}</code>
        )}
        <a class="quiet" href={addressOf('users', { right: permission })}>
          {words.user.whoElse}
        </a>
      </div>
      {until !== undefined && (
        <p>
          {words.user.ends} <Time at={until} />
        </p>
      )}
      {module !== undefined && <p class="quiet">{words.user.wholeModule(module)}</p>}
      {coveredBy.length > 0 && (
        <div class="row quiet">
          {words.user.coveredBy} <Chips of={coveredBy} />
        </div>
      )}
      {grant && <Given grant={grant} />}
    </div>
  );
}
