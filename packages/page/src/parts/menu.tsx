import type { ComponentChildren, VNode } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';

/** An entry of a menu: a link or an action; `null` is a line between entries. */
export type MenuItem = {
  readonly text: string;
  readonly href?: string | undefined;
  readonly run?: (() => void) | undefined;
  readonly removes?: boolean;
  readonly isOutside?: boolean;
} | null;

/** A button that opens a list of actions; `false` and `undefined` are left out. */
export function Menu(props: {
  label: string;
  items: readonly (MenuItem | false | undefined)[];
  /** The content of the button; three dots by default. */
  children?: ComponentChildren;
  class?: string;
}): VNode {
  const { children, items, label } = props;
  const [isOpen, setOpen] = useState(false);
  const { button, id, popup, toggled } = usePopup(setOpen);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const entries = [...(popup.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    entries.at((entries.indexOf(event.target as HTMLElement) + step) % entries.length)?.focus();
  };
  const hide = () => popup.current?.hidePopover();
  return (
    <>
      <button
        ref={button}
        type="button"
        class={props.class ?? 'button quiet only-icon tight'}
        popovertarget={id}
        aria-haspopup="menu"
        aria-label={children ? undefined : label}
      >
        {children ?? <Icon of="more" />}
      </button>
      <div
        ref={popup}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        aria-label={label}
        onKeyDown={move}
        {...toggled}
      >
        {isOpen &&
          items.map((item, n) =>
            item ? (
              item.href === undefined ? (
                <button
                  key={n}
                  type="button"
                  role="menuitem"
                  class={item.removes ? 'removes' : undefined}
                  onClick={() => {
                    hide();
                    item.run?.();
                  }}
                >
                  {item.text}
                </button>
              ) : (
                <a
                  key={n}
                  role="menuitem"
                  href={item.href}
                  class={item.removes ? 'removes' : undefined}
                  onClick={hide}
                  {...(item.isOutside && { target: '_blank', rel: 'noreferrer' })}
                >
                  {item.text}
                  {item.isOutside && <Icon of="out" />}
                </a>
              )
            ) : item === null ? (
              <hr key={n} />
            ) : null,
          )}
      </div>
    </>
  );
}

export function Panel(props: { label: string; icon: IconName; children: ComponentChildren }): VNode {
  const { children, icon, label } = props;
  const [isOpen, setOpen] = useState(false);
  const { button, id, popup, toggled } = usePopup(setOpen);
  return (
    <>
      <button ref={button} type="button" class="button" popovertarget={id}>
        <Icon of={icon} /> {label}
      </button>
      <section
        ref={popup}
        id={id}
        class="panel"
        popover="auto"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.form)
            return;
          // The same key would open the panel again, because its button gets the focus.
          event.preventDefault();
          popup.current?.hidePopover();
        }}
        {...toggled}
      >
        {isOpen && <div class="fields">{children}</div>}
      </section>
    </>
  );
}

/** Places a popover next to its button and inside the window, and moves the focus to its first control. */
function usePopup(setOpen: (isOpen: boolean) => void) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement & HTMLElement>(null);
  const toggled = {
    onBeforeToggle: ({ newState }: Pick<ToggleEvent, 'newState'>) => newState === 'open' && setOpen(true),
    onToggle: ({ newState }: Pick<ToggleEvent, 'newState'>) => {
      if (newState !== 'open') return setOpen(false);
      if (!popup.current || !button.current) return;
      place(popup.current, button.current.getBoundingClientRect());
      popup.current.querySelector<HTMLElement>('[role=menuitem], input, select')?.focus();
    },
  };
  return { button, id, popup, toggled };
}

function place(popup: HTMLElement, button: DOMRect): void {
  const { offsetHeight: height, offsetWidth: width } = popup;
  const below = button.bottom + 4;
  const top = below + height > innerHeight && button.top > height ? button.top - height - 4 : below;
  const left = button.left + width > innerWidth - 8 ? button.right - width : button.left;
  popup.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  popup.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
}
