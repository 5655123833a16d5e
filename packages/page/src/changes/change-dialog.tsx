import type { Problem } from '@ops-admin/client';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, useFocusKept } from '../parts/dialog.js';
import { Form } from '../parts/form.js';
import { Note, ProblemNote } from '../parts/note.js';
import { words } from '../words.js';
import { ChangePreview } from './change-preview.js';
import type { Plan } from './plan.js';

interface Asked {
  /** What is still to give; said when it is asked without. */
  readonly missing?: string | undefined;
  /** The fields. */
  readonly children: ComponentChildren;
}

/** Asks for a change, then shows what it does before it is done; what was asked with can be gone back to. */
export function ChangeDialog<T>(
  props: Asked & {
    readonly title: string;
    /** What is asked for; missing as long as it is not known whom it is about. */
    readonly plan: Plan<T> | undefined;
    /** Why that is not known. */
    readonly problem?: Problem | undefined;
    onClose(): void;
    /** By default it is closed. */
    onDone?: ((made: T) => void) | undefined;
  },
): VNode {
  const { children, missing, onClose, onDone = onClose, plan, problem, title } = props;
  const [isShown, setShown] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <ProblemNote problem={problem} />
      {!isShown ? (
        <AskedForm missing={missing} onShow={() => setShown(true)}>
          {children}
        </AskedForm>
      ) : plan ? (
        <ChangePreview plan={plan} onDone={onDone} onBack={() => setShown(false)} />
      ) : (
        <p class="quiet">{words.loading}</p>
      )}
    </Dialog>
  );
}

function AskedForm({ children, missing, onShow }: Asked & { onShow(): void }): VNode {
  const [isAsked, setAsked] = useState(false);
  useFocusKept();
  return (
    <Form class="stack" onSend={() => (missing === undefined ? onShow() : setAsked(true))}>
      {children}
      {isAsked && missing !== undefined && <Note kind="bad">{missing}</Note>}
      <div class="row end">
        <button type="submit" class="primary">
          {words.run.show}
        </button>
      </div>
    </Form>
  );
}
