import type { VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Step } from '../address.js';

/** A labelled field for a line of text. `options` are suggested while somebody types. */
export function Field(props: {
  label: string;
  hint?: string | undefined;
  value: string;
  onValue(value: string): void;
  type?: 'text' | 'search' | 'password' | 'email' | 'date' | 'datetime-local';
  autoComplete?: string;
  isRequired?: boolean;
  isFirst?: boolean;
  maxLength?: number;
  min?: string;
  options?: readonly { readonly value: string; readonly label?: string | undefined }[];
  /** Why it cannot be sent like this: said once somebody has left it. */
  mistake?: string | undefined;
  onLeave?(): void;
}): VNode {
  const { hint, label, mistake, onLeave, onValue, options, type = 'text', value } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isLeft, setLeft] = useState(false);
  useLayoutEffect(() => input.current?.setCustomValidity(mistake ?? ''), [mistake]);
  const said = isLeft ? mistake : undefined;
  const describedBy = [hint && `${id}-hint`, said && `${id}-mistake`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
      <input
        ref={input}
        id={id}
        // The types of Preact know no input of several types.
        type={type as 'text'}
        value={value}
        required={props.isRequired}
        autoComplete={props.autoComplete ?? 'off'}
        autoCapitalize="none"
        spellcheck={false}
        maxLength={props.maxLength}
        min={props.min}
        data-first={props.isFirst || undefined}
        aria-describedby={describedBy || undefined}
        aria-invalid={said !== undefined || undefined}
        list={options && `${id}-list`}
        onInput={({ currentTarget }) => {
          setLeft(false);
          onValue(currentTarget.value);
        }}
        onBlur={() => {
          setLeft(true);
          onLeave?.();
        }}
      />
      {said && (
        <p id={`${id}-mistake`} class="bad-text" role="alert">
          {said}
        </p>
      )}
      {options && (
        <datalist id={`${id}-list`}>
          {options.map((option) => (
            <option key={option.value} value={option.value} label={option.label} />
          ))}
        </datalist>
      )}
    </div>
  );
}

/** A labelled choice. Keys choose what they pass, too: nobody goes back to each of that. */
export function Choice(props: {
  label: string;
  value: string;
  onValue(value: string, step: Step): void;
  options: readonly { readonly value: string; readonly label: string }[];
}): VNode {
  const { label, onValue, options, value } = props;
  const id = useId();
  const keys = useRef<'pressed' | 'chose' | undefined>(undefined);
  const forgetKeys = () => {
    keys.current = undefined;
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onKeyDown={() => {
          keys.current ??= 'pressed';
        }}
        onPointerDown={forgetKeys}
        onBlur={forgetKeys}
        onChange={({ currentTarget }) => {
          onValue(currentTarget.value, keys.current === 'chose' ? 'replace' : 'push');
          if (keys.current) keys.current = 'chose';
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A labelled field for several lines. */
export function Lines(props: {
  label: string;
  hint?: string | undefined;
  value: string;
  onValue(value: string): void;
  rows?: number;
  isFirst?: boolean;
}): VNode {
  const { hint, isFirst, label, onValue, rows = 5, value } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        rows={rows}
        value={value}
        spellcheck={false}
        data-first={isFirst || undefined}
        aria-describedby={hint && `${id}-hint`}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </div>
  );
}
