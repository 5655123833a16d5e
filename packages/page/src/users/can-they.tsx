import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf } from '../address.js';
import { Icon } from '../parts/icon.js';
import { useLoad, useTyped } from '../parts/load.js';
import { Perm, Until } from '../parts/texts.js';
import { Doubt } from '../permissions/doubt.js';
import { PermissionField } from '../permissions/permission-fields.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import type { ShownUser } from './user-dialog.js';
import { endOf, heldFor } from './user-query.js';

/** Shows whether a user can do something, as the service decides it, and why. */
export function CanThey({ shown: { user } }: { shown: ShownUser }): VNode {
  const [text, setText] = useState('');
  const asked = useTyped(text.trim());
  const [, module, action] = /^service\.([^.]+)\.([^.]+)$/.exec(asked) ?? [];
  const { value } = useLoad(
    module && action ? `may ${user._id} ${asked} ${user.active} ${user.permissions}` : undefined,
    (service) =>
      service.evaluate({
        subject: { type: 'user', id: user._id },
        resource: { type: module ?? '', id: '*' },
        action: { name: action ?? '' },
      }),
  );
  const held = heldFor(user, asked);
  return (
    <section class="box" aria-labelledby="can">
      <h2 id="can">{words.can.title}</h2>
      <PermissionField
        label={words.can.permission}
        value={text}
        onValue={setText}
        placeholder={words.can.such}
      />
      <div role="status">
        {asked !== '' && asked === text.trim() && <Doubt named={[asked]} onMeant={setText} />}
        {asked !== '' && asked === text.trim() && !action && <p class="amber">{words.add.malformed}</p>}
        {value && asked === text.trim() && (
          <div class="answer">
            <span class={value.decision ? 'green' : 'red'}>
              <Icon of={value.decision ? 'yes' : 'no'} />
            </span>
            <p>
              <strong>{value.decision ? words.can.yes : words.can.no}</strong>{' '}
              {value.decision ? (
                <>
                  {held.map((one) => (
                    <Perm key={one} of={one} />
                  ))}{' '}
                  {words.can.grants}
                </>
              ) : user.active ? (
                words.can.nothing(nameOf(user))
              ) : (
                words.can.inactive(nameOf(user))
              )}
            </p>
            <span />
            <p class="sub">
              {value.decision && <Until at={endOf(user, held)} />}{' '}
              <a href={addressOf('users', { right: asked })}>{words.can.whoElse}</a>
            </p>
          </div>
        )}
      </div>
    </section>
  );
}
