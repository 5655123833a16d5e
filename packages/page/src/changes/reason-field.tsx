import type { VNode } from 'preact';
import { Field } from '../parts/field.js';
import { words } from '../words.js';

export function ReasonField(props: { value: string; onValue(reason: string): void }): VNode {
  return (
    <Field {...props} label={words.change.reason} hint={words.change.reasonHint} isOptional maxLength={500} />
  );
}
