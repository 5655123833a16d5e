import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words.js';
import { Icon } from './icon.js';

interface Labelled {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly isOptional?: boolean;
  readonly isFirst?: boolean;
  /** Why the service refused the value. */
  readonly problem?: ComponentChildren;
  /** Why the value cannot be sent; the field shows it when the form is sent. */
  readonly mistake?: string | undefined;
  /** A doubt about a value that can be sent. */
  readonly warning?: ComponentChildren;
}

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

/** Blocks the form while a control has a mistake, and shows the reason below the control instead of in a balloon. */
function useMistake<T extends HTMLInputElement | HTMLTextAreaElement>({ mistake, problem }: Labelled) {
  const control = useRef<T>(null);
  const [refused, setRefused] = useState<{ readonly says: string | undefined }>();
  useLayoutEffect(() => control.current?.setCustomValidity(mistake ?? ''), [mistake]);
  const onInvalid = (event: { readonly currentTarget: T; preventDefault(): void }) => {
    event.preventDefault();
    const { form, validationMessage, validity } = event.currentTarget;
    setRefused({ says: validity.customError ? undefined : validationMessage });
    form?.querySelector<HTMLElement>('.input:invalid')?.focus();
  };
  return {
    control,
    onInvalid,
    forget: () => setRefused(undefined),
    problem: problem ?? (refused && (mistake ?? refused.says)),
  };
}

/** A field for a line of text. `options` are suggested while somebody types. */
export function Field(
  props: Labelled & {
    onValue(value: string): void;
    type?: 'text' | 'password' | 'date';
    autoComplete?: string;
    placeholder?: string;
    maxLength?: number;
    options?: readonly { readonly value: string; readonly label?: string | undefined }[];
  },
): VNode {
  const { onValue, options, type = 'text', value, ...labelled } = props;
  const id = useId();
  const { control, forget, onInvalid, problem } = useMistake<HTMLInputElement>(props);
  const shown = { ...labelled, problem };
  return (
    <Frame {...shown} id={id}>
      <input
        ref={control}
        id={id}
        class="input"
        // The types of Preact do not allow an input with one of several types.
        type={type as 'text'}
        value={value}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete ?? 'off'}
        autoCapitalize="none"
        spellcheck={false}
        maxLength={props.maxLength}
        data-first={props.isFirst || undefined}
        aria-describedby={describedBy(id, shown)}
        aria-invalid={shown.problem ? true : undefined}
        list={options && `${id}-list`}
        onInvalid={onInvalid}
        onInput={({ currentTarget }) => {
          forget();
          onValue(currentTarget.value);
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

export function Choice(props: {
  label: string;
  value: string;
  onValue(value: string): void;
  options: readonly { readonly value: string; readonly label: string }[];
  problem?: string | undefined;
  isOptional?: boolean;
}): VNode {
  const { isOptional = false, label, onValue, options, problem, value } = props;
  const id = useId();
  return (
    <Frame label={label} id={id} problem={problem} isOptional={isOptional}>
      <select
        id={id}
        class="input"
        value={value}
        aria-describedby={describedBy(id, { problem })}
        aria-invalid={problem ? true : undefined}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
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

export function Lines(
  props: Labelled & { onValue(value: string): void; rows?: number; isCode?: boolean },
): VNode {
  const { isCode = true, onValue, rows = 5, value, ...labelled } = props;
  const id = useId();
  const { control, forget, onInvalid, problem } = useMistake<HTMLTextAreaElement>(props);
  const shown = { ...labelled, problem };
  return (
    <Frame {...shown} id={id}>
      <textarea
        ref={control}
        id={id}
        class={isCode ? 'input code' : 'input'}
        rows={rows}
        value={value}
        spellcheck={!isCode}
        data-first={props.isFirst || undefined}
        aria-describedby={describedBy(id, shown)}
        aria-invalid={problem ? true : undefined}
        onInvalid={onInvalid}
        onInput={({ currentTarget }) => {
          forget();
          onValue(currentTarget.value);
        }}
      />
    </Frame>
  );
}
