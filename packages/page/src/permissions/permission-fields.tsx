import type { VNode } from 'preact';
import { Field } from '../parts/field.js';
import { useLoad, useTyped } from '../parts/load.js';
import { words } from '../words.js';

/** A field that suggests known permissions. */
export function PermissionField(props: {
  label: string;
  hint?: string | undefined;
  value: string;
  onValue(value: string): void;
  isFirst?: boolean;
  placeholder?: string;
  mistake?: string | undefined;
}): VNode {
  const text = useTyped(props.value.trim());
  const { value } = useLoad(text === '' ? undefined : `known ${text}`, (service) =>
    service.listPermissions({ start: 0, end: 20, search: text }),
  );
  const options = value?.permissions.map(({ description, permission }) => ({
    value: permission,
    label: description ?? undefined,
  }));
  return <Field {...props} options={options ?? []} />;
}

/** Returns the mistake in a permission to add (interface, "Permission string"). */
export function mistakeOf(permission: string): string | undefined {
  return /^service\.[\w-]+(?:\.(?:[\w-]+|\*))?$/.test(permission) ? undefined : words.add.malformed;
}

/** One field for each permission, and an empty one. Several permissions can be pasted into one field. */
export function PermissionFields(props: {
  values: readonly string[];
  onValues(values: readonly string[]): void;
  isFirst?: boolean;
  /** Whether at least one must be given. */
  isNeeded?: boolean;
  /** Whether they are added; a removal also takes malformed strings of old data. */
  isAdded?: boolean;
}): VNode {
  const { isAdded = false, isFirst = false, isNeeded = false, onValues, values } = props;
  const mistakeIn = (text: string, n: number) =>
    text === ''
      ? isNeeded && n === 0
        ? words.add.missing
        : undefined
      : isAdded
        ? mistakeOf(text)
        : undefined;
  const set = (n: number, text: string) => {
    const given = text.split(/[\s,;]+/);
    const isPasted = given.filter((one) => one !== '').length > 1;
    const others = values.toSpliced(n, 1, ...(isPasted ? given : [text]));
    onValues(others.filter((one, at) => one.trim() !== '' || at === n));
  };
  const shown = values.at(-1)?.trim() === '' ? values : [...values, ''];
  return (
    <fieldset class="field">
      <legend>
        {words.permissions.title} {!isNeeded && <span class="optional">{words.optional}</span>}
      </legend>
      <p class="hint">{words.add.hint}</p>
      {shown.map((value, n) => (
        <PermissionField
          key={n}
          label={words.add.permission(n + 1)}
          value={value}
          onValue={(text) => set(n, text)}
          isFirst={isFirst && n === 0}
          mistake={mistakeIn(value.trim(), n)}
        />
      ))}
    </fieldset>
  );
}

/** Returns a function that puts a suggestion in place of a permission. */
export function meantIn(permissions: readonly string[], onValues: (values: readonly string[]) => void) {
  return (meant: string, permission: string): void =>
    onValues(permissions.map((one) => (one === permission ? meant : one)));
}

/** Returns the typed permissions without empty and repeated ones. */
export function permissionsOf(values: readonly string[]): string[] {
  return [...new Set(values.map((one) => one.trim()).filter((one) => one !== ''))];
}
