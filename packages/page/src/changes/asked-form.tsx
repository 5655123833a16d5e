import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useFocusKept } from '../parts/dialog.js';
import { Note } from '../parts/note.js';
import { words } from '../words.js';

/** What a change is asked with, before it is shown what happens. `missing` says what is still to give, and is said when it is asked without. */
export function AskedForm(props: {
  missing?: string | undefined;
  onShow(): void;
  children: ComponentChildren;
}): VNode {
  const { children, missing, onShow } = props;
  const [isAsked, setAsked] = useState(false);
  useFocusKept();
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === undefined) onShow();
        else setAsked(true);
      }}
    >
      {children}
      {isAsked && missing !== undefined && <Note kind="bad">{missing}</Note>}
      <div class="row end">
        <button type="submit" class="primary">
          {words.run.show}
        </button>
      </div>
    </form>
  );
}
