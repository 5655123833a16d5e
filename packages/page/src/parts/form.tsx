import type { ComponentChildren, VNode } from 'preact';
import { words } from '../words.js';

/** A form that the page itself answers. */
export function Form(props: { class?: string; onSend(): void; children: ComponentChildren }): VNode {
  const { children, onSend } = props;
  return (
    <form
      class={props.class}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
    </form>
  );
}

/** The filters of a list; `all` is the address of the list without them. */
export function Filters(props: { all: string; onFind(): void; children: ComponentChildren }): VNode {
  return (
    <Form class="filters" onSend={props.onFind}>
      {props.children}
      <div class="row">
        <button type="submit" class="primary">
          {words.users.find}
        </button>
        <a href={props.all}>{words.users.all}</a>
      </div>
    </Form>
  );
}
