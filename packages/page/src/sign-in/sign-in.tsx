import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Brand } from '../parts/icon.js';
import { Note } from '../parts/note.js';
import { SERVICE_URL } from '../service.js';
import { words } from '../words.js';
import type { Provider } from './provider.js';

export function Card({ children }: { children: ComponentChildren }): VNode {
  return (
    <>
      <div class="card">
        <span class="brand">
          <Brand />
        </span>
        {children}
      </div>
      <p class="small muted">
        {words.signIn.described} <a href={new URL('docs', SERVICE_URL).href}>{words.docs}</a>.
      </p>
    </>
  );
}

export function SignIn(props: {
  provider: Provider | null;
  why?: string | undefined;
  /** Whether `why` is an error. */
  isError?: boolean | undefined;
  onSignIn(token?: string): Promise<void>;
}): VNode {
  const { isError = false, onSignIn, provider, why } = props;
  const [token, setToken] = useState('');
  const host = provider && new URL(provider.issuer).host;
  // A refused token stays in its field with the error until the user edits it.
  const [sent, setSent] = useState<string>();
  const isOfField = isError && !provider && sent === token;
  const submit = () => {
    setSent(token);
    void (provider ? onSignIn() : onSignIn(token.trim()));
  };
  return (
    <Card>
      <div>
        <h1>{words.signIn.title}</h1>
        <p class="muted">{host ? words.signIn.at(host) : words.signIn.paste}</p>
      </div>
      {why && !isOfField && <Note kind={isError ? 'bad' : 'info'}>{why}</Note>}
      <Form onSend={submit} class="fields">
        {!provider && (
          <Field
            label={words.signIn.token}
            value={token}
            onValue={setToken}
            type="password"
            mistake={token.trim() === '' ? words.signIn.missing : undefined}
            problem={isOfField ? why : undefined}
          />
        )}
        <button type="submit" class="button primary">
          {host ? words.signIn.goTo(host) : words.signIn.title}
        </button>
      </Form>
      <p class="small muted">
        {host ? (
          words.signIn.needed
        ) : (
          <>
            {words.signIn.noToken}
            <br />
            <code>{words.signIn.command}</code>
          </>
        )}
      </p>
    </Card>
  );
}

/** Shows the next step to a person with an account at the provider, but no user here. */
export function Nobody(props: { message: string; onRetry(): void; onSignOut(): void }): VNode {
  return (
    <Card>
      <h1>{words.signIn.nobody}</h1>
      <Note kind="bad">{props.message}</Note>
      <p>{words.signIn.nobodyHint}</p>
      <div class="row">
        <button type="button" class="button primary" onClick={props.onRetry}>
          {words.problems.retry}
        </button>
        <button type="button" class="button" onClick={props.onSignOut}>
          {words.signIn.another}
        </button>
      </div>
    </Card>
  );
}
