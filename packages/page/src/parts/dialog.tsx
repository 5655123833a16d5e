import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words.js';
import { dropDrafts } from './draft.js';

/** What was pressed can be gone once it is done: the focus goes to the title of the dialog then, and not out of it. */
export function useFocusKept(): void {
  useEffect(() => {
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>('dialog[open] h2')?.focus();
    }
  });
}

/** A dialog over the page, open while it is there. Closing it gives up what was typed. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }): VNode {
  const { children, onClose, title } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before anybody sees it, or sees it gone: keys are never typed into nothing.
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
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // The browser closes it by itself, and asks nobody, where nothing was pressed before a second Escape.
      onClose={() => dialog.current && close()}
    >
      <header>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="plain" onClick={close}>
          {words.close}
        </button>
      </header>
      {children}
    </dialog>
  );
}
