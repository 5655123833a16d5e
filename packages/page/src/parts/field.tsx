import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Step } from '../address.js';
import { words } from '../words.js';
import { Icon } from './icon.js';

/** What every field has. */
interface Labelled {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly isOptional?: boolean;
  readonly isFirst?: boolean;
  /** Why the value cannot be sent. */
  readonly problem?: ComponentChildren;
  /** What is doubtful, although the value can be sent. */
  readonly warning?: ComponentChildren;
}

/** A field with its label above, and its error below. */
function Frame(props: Omit<Labelled, 'value'> & { id: string; children: ComponentChildren }): VNode {
  const { children, hint, id, isOptional, label, problem, warning } = props;
  return (
    <div class="field">
      <label for={id}>
        {label} {isOptional && <span class="optional">{words.optional}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {children}
      {(problem ?? warning) && (
        <p id={`${id}-problem`} class={problem ? 'problem' : 'problem warn'} role="alert">
          <Icon of="alert" />
          <span>{problem ?? warning}</span>
        </p>
      )}
    </div>
  );
}

const describedBy = (id: string, { hint, problem, warning }: Omit<Labelled, 'value' | 'label'>) =>
  [hint && `${id}-hint`, (problem ?? warning) && `${id}-problem`].filter(Boolean).join(' ') || undefined;

/** A labelled field for a line of text. `options` are suggested while somebody types. */
export function Field(
  props: Labelled & {
    onValue(value: string): void;
    type?: 'text' | 'password' | 'date';
    autoComplete?: string;
    placeholder?: string;
    isRequired?: boolean;
    maxLength?: number;
    min?: string;
    options?: readonly { readonly value: string; readonly label?: string | undefined }[];
    /** Why it cannot be sent like this: shown after the focus has left. */
    mistake?: string | undefined;
    onLeave?(): void;
  },
): VNode {
  const { mistake, onLeave, onValue, options, type = 'text', value, ...labelled } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isLeft, setLeft] = useState(false);
  useLayoutEffect(() => input.current?.setCustomValidity(mistake ?? ''), [mistake]);
  const shown = { ...labelled, problem: labelled.problem ?? (isLeft ? mistake : undefined) };
  return (
    <Frame {...shown} id={id}>
      <input
        ref={input}
        id={id}
        class="input"
        // The types of Preact know no input of several types.
        type={type as 'text'}
        value={value}
        required={props.isRequired}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete ?? 'off'}
        autoCapitalize="none"
        spellcheck={false}
        maxLength={props.maxLength}
        min={props.min}
        data-first={props.isFirst || undefined}
        aria-describedby={describedBy(id, shown)}
        aria-invalid={shown.problem ? true : undefined}
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
      {options && (
        <datalist id={`${id}-list`}>
          {options.map((option) => (
            <option key={option.value} value={option.value} label={option.label} />
          ))}
        </datalist>
      )}
    </Frame>
  );
}

/** A labelled choice. Arrow keys pass every option: only the first of a series adds a step to the history. */
export function Choice(props: {
  label: string;
  value: string;
  onValue(value: string, step: Step): void;
  options: readonly { readonly value: string; readonly label: string }[];
  problem?: string | undefined;
}): VNode {
  const { label, onValue, options, problem, value } = props;
  const id = useId();
  const keys = useRef<'pressed' | 'chose' | undefined>(undefined);
  const forgetKeys = () => {
    keys.current = undefined;
  };
  return (
    <Frame label={label} id={id} problem={problem}>
      <select
        id={id}
        class="input"
        value={value}
        aria-describedby={describedBy(id, { problem })}
        aria-invalid={problem ? true : undefined}
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
    </Frame>
  );
}

/** One of a few, all of which are seen. */
export function Radios(props: {
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onValue(value: string): void;
}): VNode {
  const { label, onValue, options, value } = props;
  const name = useId();
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <span class="row what">
        {Object.entries(options).map(([one, text]) => (
          <label key={one} class="check">
            <input type="radio" name={name} checked={one === value} onChange={() => onValue(one)} />
            {text}
          </label>
        ))}
      </span>
    </fieldset>
  );
}

/** A labelled field for several lines. */
export function Lines(
  props: Labelled & { onValue(value: string): void; rows?: number; isCode?: boolean },
): VNode {
  const { isCode = true, onValue, rows = 5, value, ...labelled } = props;
  const id = useId();
  return (
    <Frame {...labelled} id={id}>
      <textarea
        id={id}
        class={isCode ? 'input code' : 'input'}
        rows={rows}
        value={value}
        spellcheck={!isCode}
        data-first={props.isFirst || undefined}
        aria-describedby={describedBy(id, labelled)}
        aria-invalid={labelled.problem ? true : undefined}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </Frame>
  );
}
