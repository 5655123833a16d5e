import type { ComponentChildren, VNode } from 'preact';
import { timeText, untilText, whenText, words } from '../words.js';
import { useMore } from './more.js';

/** A moment near to now in words, else a date; the full time is in the title. */
export function Time({ at }: { at: string }): VNode {
  return (
    <time dateTime={at} title={timeText(at)}>
      {whenText(at)}
    </time>
  );
}

/** When a permission ends; the next two weeks are amber, and no time is permanent. */
export function Until({ at, isLong = false }: { at: string | null | undefined; isLong?: boolean }): VNode {
  if (!at) return <span class="muted">{words.permanent}</span>;
  const { isSoon, text } = untilText(at, isLong);
  return (
    <time dateTime={at} title={timeText(at)} class={isSoon ? 'badge soon' : 'muted'}>
      {text}
    </time>
  );
}

/** A list of names and values. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }): VNode {
  return (
    <dl class="facts">
      {of.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}

/** The texts that a change sets, by their names, next to what they were. */
export function ChangedFacts(props: {
  before: Readonly<Record<string, string | undefined>>;
  after: Readonly<Record<string, string | undefined>>;
}): VNode {
  const { after, before } = props;
  const changed = Object.entries(after).filter(([name, text]) => (text || '') !== (before[name] || ''));
  if (changed.length === 0) return <p>{words.person.same}</p>;
  return (
    <Facts
      of={changed.map(([name, text]) => [
        name,
        <>
          {before[name] && <del class="minus">{before[name]}</del>}{' '}
          <ins class="plus">{text || words.person.nothing}</ins>
        </>,
      ])}
    />
  );
}

/** A permission: the module is quiet, the action stands out; it breaks between them only. */
export function Perm({ of }: { of: string }): VNode {
  const [, module = '', action = of] = /^(service\.(?:[^.]+\.)?)(.+)$/.exec(of) ?? [];
  return (
    <code class="perm">
      <span>{module}</span>
      <wbr />
      {action}
    </code>
  );
}

/** This many permissions are shown in a line; a button shows the others. */
const SHOWN = 20;

/** A text that breaks after its last dot only. */
function dotted(text: string): ComponentChildren {
  const end = text.lastIndexOf('.') + 1;
  return [text.slice(0, end), <wbr key="break" />, text.slice(end)];
}

/** Permissions that were added or removed, with a sign, and with the ends that were set: `null` is permanent. */
export function Chips(props: {
  of: readonly string[];
  kind?: 'plus' | 'minus' | undefined;
  ends?: Readonly<Record<string, string | null>> | undefined;
}): VNode | null {
  const { ends = {}, kind, of } = props;
  const until = new Map(Object.entries(ends));
  const [shown, more] = useMore(of, SHOWN);
  if (of.length === 0) return null;
  return (
    <span class="chips">
      {shown.map((one) => (
        <span key={one}>
          {kind ? <span class={kind}>{dotted(one)}</span> : <Perm of={one} />}
          {until.has(one) && (
            <>
              {' '}
              <span class="small">
                <Until at={until.get(one)} isLong />
              </span>
            </>
          )}{' '}
        </span>
      ))}
      {more}
    </span>
  );
}

/** The strings of which only the end was set. */
export function onlyEnded(
  ends: Readonly<Record<string, string | null>> = {},
  added: readonly string[] = [],
): string[] {
  return Object.keys(ends).filter((one) => !added.includes(one));
}

/** An e-mail, which breaks before its @ alone. */
export function Email({ of }: { of: string }): VNode {
  const at = of.lastIndexOf('@');
  return (
    <>
      {of.slice(0, Math.max(at, 0))}
      <wbr />
      {of.slice(Math.max(at, 0))}
    </>
  );
}

/** The first letters of a name. */
export function Avatar({ isBig, name }: { name: string; isBig?: boolean }): VNode {
  const parts = name.split(/[\s.@_-]+/u).filter((part) => /^\p{L}/u.test(part));
  const letters = [parts[0], parts.length > 1 ? parts[name.includes('@') ? 1 : parts.length - 1] : undefined];
  return (
    <span class={isBig ? 'avatar big' : 'avatar'} aria-hidden="true">
      {letters.map((part) => (part ? [...part.toUpperCase()][0] : '')).join('')}
    </span>
  );
}

/** A person in a table: the name leads to the user, the e-mail tells namesakes apart. */
export function Who(props: {
  name: string;
  href?: string | undefined;
  email?: string | undefined;
  children?: ComponentChildren;
}): VNode {
  const { children, email, href, name } = props;
  return (
    <span class="who">
      <Avatar name={name} />
      <span>
        {href === undefined ? (
          <span class="name">
            <Email of={name} />
          </span>
        ) : (
          <a class="name" href={href}>
            <Email of={name} />
          </a>
        )}{' '}
        {email && email !== name && (
          <span class="sub">
            <Email of={email} />
          </span>
        )}
        {children}
      </span>
    </span>
  );
}
