import type { Problem } from '@ops-admin/client';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, DialogBody, DialogFoot, useFocusKept } from '../parts/dialog.js';
import { Form } from '../parts/form.js';
import { ProblemNote } from '../parts/note.js';
import { words } from '../words.js';
import { ChangePreview } from './change-preview.js';
import type { Plan } from './plan.js';

interface Asked {
  /** Why the form cannot be sent; it is always visible. */
  readonly stopped?: string | undefined;
  readonly children: ComponentChildren;
}

/** Shows a form, then the preview of its change. Going back keeps what was typed. */
export function ChangeDialog<T>(
  props: Asked & {
    readonly title: string;
    readonly lead?: ComponentChildren;
    readonly size?: 'wide' | undefined;
    /** The change; missing until its users are loaded. */
    readonly plan: Plan<T> | undefined;
    /** Why they are not loaded. */
    readonly problem?: Problem | undefined;
    /** Returns whether a problem of the preview belongs to a field; then the form shows it. */
    readonly onRefused?: ((problem: Problem) => boolean) | undefined;
    onClose(): void;
    /** Closes the dialog by default. */
    onDone?: ((made: T) => void) | undefined;
  },
): VNode {
  const { lead, onClose, onDone = onClose, onRefused, plan, problem, size, title, ...asked } = props;
  const [isShown, setShown] = useState(false);
  const back = () => setShown(false);
  return (
    <Dialog title={isShown ? words.change.preview(title) : title} lead={lead} size={size} onClose={onClose}>
      {!isShown ? (
        <AskedForm {...asked} problem={problem} onShow={() => setShown(true)} />
      ) : plan ? (
        <ChangePreview
          plan={plan}
          onDone={onDone}
          onBack={back}
          onRefused={(refusal) => onRefused?.(refusal) && back()}
        />
      ) : (
        <DialogBody>
          <p class="muted">{words.loading}</p>
        </DialogBody>
      )}
    </Dialog>
  );
}

function AskedForm(props: Asked & { problem: Problem | undefined; onShow(): void }): VNode {
  const { children, onShow, problem, stopped } = props;
  useFocusKept();
  return (
    <Form class="parts" onSend={() => stopped === undefined && onShow()}>
      <DialogBody>
        <ProblemNote problem={problem} />
        {children}
      </DialogBody>
      <DialogFoot
        first={
          stopped !== undefined && (
            <p class="first amber small" id="stopped" role="status">
              {stopped}
            </p>
          )
        }
      >
        <button
          type="submit"
          class="button primary"
          aria-disabled={stopped !== undefined || undefined}
          aria-describedby={stopped === undefined ? undefined : 'stopped'}
        >
          {words.change.show}
        </button>
      </DialogFoot>
    </Form>
  );
}
