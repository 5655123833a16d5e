import type { EffectivePermission } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf, addressWith, usePlace } from '../address.js';
import { useDraft } from '../parts/draft.js';
import { Search } from '../parts/form.js';
import { useLoad } from '../parts/load.js';
import { Menu } from '../parts/menu.js';
import { useMore } from '../parts/more.js';
import { NoHead, Pick, SelectionBar } from '../parts/table.js';
import { Perm, Until } from '../parts/texts.js';
import { Given, type Grant } from '../permissions/given.js';
import { words } from '../words.js';
import type { ShownUser } from './user-dialog.js';

/** The number of permissions shown at first, and the number from which on they can be searched. */
const SHOWN = 100;
const MANY = 20;

/** Returns the module of a permission; empty for malformed strings. */
const moduleOf = (permission: string) => /^service\.([^.]+)/.exec(permission)?.[1] ?? '';

export function HeldPermissions(props: { shown: ShownUser; canChange: boolean }): VNode {
  const { canChange } = props;
  const { effective, user } = props.shown;
  const place = usePlace();
  const { value } = useLoad(`grants of ${user._id} ${user.permissions}`, (service) =>
    service.listGrants({ user: user._id, start: 0, end: 0 }),
  );
  const grants = new Map(value?.grants.map((grant) => [grant.permission, grant]));
  const [selected, setSelected] = useDraft<readonly string[]>('selected', [], user._id);
  const [text, setText] = useState('');
  const found = effective.filter(({ permission }) => permission.includes(text));
  const byModule = found.toSorted((one, other) => {
    const [a, b] = [moduleOf(one.permission), moduleOf(other.permission)];
    return a === b ? 0 : a === '' || (b !== '' && a > b) ? 1 : -1;
  });
  const [shown, more] = useMore(byModule, SHOWN);
  const modules = [...new Set(shown.map(({ permission }) => moduleOf(permission)))];
  const chosen = effective.map(({ permission }) => permission).filter((one) => selected.includes(one));
  const select = (permission: string, isSelected: boolean) => {
    const others = chosen.filter((one) => one !== permission);
    setSelected(isSelected ? [...others, permission] : others);
  };
  const removal = (permissions: readonly string[]) =>
    addressWith(place, { do: 'remove', what: JSON.stringify(permissions) });
  return (
    <section class="section" aria-labelledby="permissions">
      <div class="row">
        <h2 id="permissions">{words.permissions.title}</h2>
        <span class="muted" role="status">
          {words.permissions.found(found.length)}
        </span>
      </div>
      {effective.length === 0 && <p class="muted">{words.user.none}</p>}
      {effective.length > MANY && (
        <search class="tools">
          <Search label={words.user.search} placeholder={words.user.search} value={text} onFind={setText} />
        </search>
      )}
      {shown.length > 0 && (
        <div class="scroller inset">
          <table aria-labelledby="permissions">
            <thead>
              <tr>
                {canChange && <NoHead text={words.select} class="pick" />}
                <th scope="col">{words.audit.filters.permission}</th>
                <th scope="col" class="wide-only">
                  {words.user.why}
                </th>
                <th scope="col" class="phone-never">
                  {words.users.until}
                </th>
                <NoHead text={words.actions} />
              </tr>
            </thead>
            {modules.map((module) => {
              const those = shown.filter(({ permission }) => moduleOf(permission) === module);
              return (
                <tbody key={module}>
                  <tr class="group">
                    <th scope="rowgroup" colSpan={canChange ? 5 : 4}>
                      <span class="row">
                        {module || words.user.noModule} <span class="muted">{those.length}</span>
                        {canChange && module && (
                          <a
                            class="button quiet tight removes push"
                            href={removal([`service.${module}.*`])}
                            aria-label={words.remove.moduleNamed(module)}
                          >
                            {words.remove.module}
                          </a>
                        )}
                      </span>
                    </th>
                  </tr>
                  {those.map((held) => (
                    <Held
                      key={held.permission}
                      held={held}
                      grant={grants.get(held.permission)}
                      removal={removal([held.permission])}
                      isSelected={selected.includes(held.permission)}
                      onSelect={canChange ? (is) => select(held.permission, is) : undefined}
                    />
                  ))}
                </tbody>
              );
            })}
          </table>
        </div>
      )}
      {more}
      {canChange && chosen.length > 0 && (
        <SelectionBar
          says={words.selected(chosen.length)}
          onClear={() => setSelected([])}
          next={[removal(chosen), words.remove.menu]}
        />
      )}
    </section>
  );
}

function Held(props: {
  held: EffectivePermission;
  grant: Grant | undefined;
  removal: string;
  isSelected: boolean;
  onSelect: ((isSelected: boolean) => void) | undefined;
}): VNode {
  const { grant, held, isSelected, onSelect, removal } = props;
  const { coveredBy, module, permission, until } = held;
  return (
    <tr>
      {onSelect && <Pick of={permission} isSelected={isSelected} onSelect={onSelect} />}
      <th scope="row">
        <Perm of={permission} />
        {module !== undefined && <span class="sub">{words.user.wholeModule(module)}</span>}
        {coveredBy.length > 0 && <span class="sub">{words.user.coveredBy(coveredBy)}</span>}
        <span class="narrow-only">{grant && <Given grant={grant} isShort />}</span>
        <span class="sub phone-only">
          <Until at={until} />
        </span>
      </th>
      <td class="wide-only">{grant && <Given grant={grant} />}</td>
      <td class="nowrap phone-never">
        <Until at={until} />
      </td>
      <td class="do">
        <Menu
          label={words.actionsFor(permission)}
          items={[
            { text: words.user.whoElse, href: addressOf('users', { right: permission }) },
            grant?.entry != null && { text: words.user.openEntry, href: addressOf(`audit/${grant.entry}`) },
            ...(onSelect ? [null, { text: words.remove.menu, href: removal, removes: true }] : []),
          ]}
        />
      </td>
    </tr>
  );
}
