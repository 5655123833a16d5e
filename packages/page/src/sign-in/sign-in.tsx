import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Note } from '../parts/note.js';
import { words } from '../words.js';
import type { Provider } from './provider.js';

/** Where people are who are not signed in. */
export function SignIn(props: {
  provider: Provider | null;
  why?: string | undefined;
  onSignIn(token?: string): Promise<void>;
}): VNode {
  const { onSignIn, provider, why } = props;
  const [token, setToken] = useState('');
  const submit = () => {
    if (provider) void onSignIn();
    else if (token.trim() !== '') void onSignIn(token.trim());
  };
  return (
    <section class="narrow">
      <h1>{words.signIn.title}</h1>
      {why && <Note kind="info">{why}</Note>}
      <Form onSend={submit} class="stack">
        {provider ? (
          <p>{words.signIn.at(new URL(provider.issuer).host)}</p>
        ) : (
          <Field
            label={words.signIn.token}
            hint={words.signIn.tokenHint}
            value={token}
            onValue={setToken}
            type="password"
            autoComplete="off"
            isRequired
          />
        )}
        <button type="submit" class="primary">
          {words.signIn.submit}
        </button>
      </Form>
    </section>
  );
}

/** Where people are whom the provider knows and the service does not; what they had begun stays for when it does. */
export function Nobody(props: { message: string; onRetry(): void; onSignOut(): void }): VNode {
  return (
    <section class="narrow">
      <h1>{words.signIn.nobody}</h1>
      <Note kind="bad">{props.message}</Note>
      <div class="stack">
        <p>{words.signIn.nobodyHint}</p>
        <div class="row">
          <button type="button" class="primary" onClick={props.onRetry}>
            {words.problems.retry}
          </button>
          <button type="button" onClick={props.onSignOut}>
            {words.signIn.out}
          </button>
        </div>
      </div>
    </section>
  );
}
