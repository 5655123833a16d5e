import type { VNode } from 'preact';
import { Field } from '../parts/field.js';
import { useLoad, useTyped } from '../parts/load.js';
import { words } from '../words.js';

/** A field for a permission, which suggests those that are known. */
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

/** Any number of permissions: a field each, and an empty one. Several can be pasted into one. */
export function PermissionFields(props: {
  values: readonly string[];
  onValues(values: readonly string[]): void;
  isFirst?: boolean;
  /** Whether at least one must be given. */
  isNeeded?: boolean;
}): VNode {
  const { isFirst = false, isNeeded = false, onValues, values } = props;
  const set = (n: number, text: string) => {
    const given = text.split(/[\s,;]+/);
    const isPasted = given.filter((one) => one !== '').length > 1;
    const others = values.toSpliced(n, 1, ...(isPasted ? given : [text]));
    onValues(others.filter((one, at) => one.trim() !== '' || at === n));
  };
  const shown = values.at(-1)?.trim() === '' ? values : [...values, ''];
  return (
    <fieldset class="field">
      <legend>{words.add.permissions}</legend>
      <p class="hint">{words.add.hint}</p>
      {shown.map((value, n) => (
        <PermissionField
          key={n}
          label={words.add.permission(n + 1)}
          value={value}
          onValue={(text) => set(n, text)}
          isFirst={isFirst && n === 0}
          mistake={isNeeded && n === 0 && value.trim() === '' ? words.add.missing : undefined}
        />
      ))}
    </fieldset>
  );
}

/** What was typed, without what is empty or there twice. */
export function permissionsOf(values: readonly string[]): string[] {
  return [...new Set(values.map((one) => one.trim()).filter((one) => one !== ''))];
}
