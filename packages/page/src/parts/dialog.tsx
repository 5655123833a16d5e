import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words.js';
import { dropDrafts } from './draft.js';
import { Icon } from './icon.js';

/** Moves the focus to the title of the dialog when the focused control disappears. */
export function useFocusKept(): void {
  useEffect(() => {
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>('dialog[open] h2')?.focus();
    }
  });
}

const Closing = createContext<() => void>(() => {});

/** A modal dialog, open while it is rendered. Closing it discards what was typed. */
export function Dialog(props: {
  title: string;
  lead?: ComponentChildren;
  size?: 'wide' | 'compact' | undefined;
  onClose(): void;
  children: ComponentChildren;
}): VNode {
  const { children, lead, onClose, size, title } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The layout effect runs before the browser paints, so that no key is lost.
  useLayoutEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    const first = shown?.querySelector<HTMLElement>('[data-first]') ?? shown?.querySelector('h2');
    first?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const close = () => {
    dropDrafts();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={size}
      aria-labelledby={id}
      onCancel={(event) => {
        // The same event of a menu in the dialog bubbles.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      // The browser itself closes a dialog at the second Escape in a row.
      onClose={() => dialog.current && close()}
    >
      <header>
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {lead && <p>{lead}</p>}
        </div>
        <button type="button" class="button quiet only-icon" aria-label={words.close} onClick={close}>
          <Icon of="close" />
        </button>
      </header>
      <Closing.Provider value={close}>{children}</Closing.Provider>
    </dialog>
  );
}

export function DialogBody({ children }: { children: ComponentChildren }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must scroll it where nothing in it takes the focus
    <div class="body" tabIndex={0}>
      {children}
    </div>
  );
}

/** The foot of a dialog: Cancel and one action; `first` stands at the left. */
export function DialogFoot(props: {
  first?: ComponentChildren;
  cancel?: string;
  children?: ComponentChildren;
}): VNode {
  const { cancel = words.cancel, children, first } = props;
  const close = useContext(Closing);
  return (
    <footer>
      {first}
      <button type="button" class="button" onClick={close}>
        {cancel}
      </button>
      {children}
    </footer>
  );
}

/** A dialog without an action. */
export function MessageDialog(props: { title: string; onClose(): void; children: ComponentChildren }): VNode {
  const { children, onClose, title } = props;
  return (
    <Dialog title={title} size="compact" onClose={onClose}>
      <DialogBody>{children}</DialogBody>
      <DialogFoot cancel={words.close} />
    </Dialog>
  );
}
