import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words.js';
import { Icon } from './icon.js';

export function Form(props: { class?: string; onSend(): unknown; children: ComponentChildren }): VNode {
  const { children, onSend } = props;
  return (
    <form
      class={props.class}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
    </form>
  );
}

/** The pause in typing after which a list is searched, in milliseconds. */
const PAUSE_MS = 250;

export function Search(props: {
  label: string;
  placeholder: string;
  value: string;
  onFind(text: string): void;
}): VNode {
  const { label, onFind, placeholder, value } = props;
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const find = useRef(onFind);
  find.current = onFind;
  // Follow the address, unless somebody is typing.
  useLayoutEffect(() => {
    if (timer.current === undefined) setText(value);
  }, [value]);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  const send = (typed: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (typed.trim() === value.trim()) return;
    find.current(typed.trim());
  };
  return (
    <div class="search">
      <Icon of="search" />
      <input
        class="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        maxLength={200}
        value={text}
        onInput={({ currentTarget: { value: typed } }) => {
          setText(typed);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(typed), PAUSE_MS);
        }}
        onKeyDown={({ currentTarget, key }) => key === 'Enter' && send(currentTarget.value)}
      />
    </div>
  );
}

export function Chip(props: { name: string; value: string; onRemove(): void }): VNode {
  const { name, onRemove, value } = props;
  return (
    <span class="chip">
      <span class="muted">{name}:</span> {value}
      <button type="button" aria-label={words.filter.remove(name, value)} onClick={onRemove}>
        <Icon of="close" />
      </button>
    </span>
  );
}
