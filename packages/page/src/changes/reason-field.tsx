import type { VNode } from 'preact';
import { Field } from '../parts/field.js';
import { words } from '../words.js';

/** A field for the reason of a change, as the audit log takes it. */
export function ReasonField(props: { value: string; onValue(reason: string): void }): VNode {
  return (
    <Field {...props} label={words.change.reason} hint={words.change.reasonHint} isOptional maxLength={500} />
  );
}
