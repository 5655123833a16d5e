import type { ComponentChildren, VNode } from 'preact';
import { endText, timeText, untilText, whenText, words } from '../words.js';
import { useMore } from './more.js';

/** A time, relative if recent; `title` has the full time. */
export function Time({ at }: { at: string }): VNode {
  return (
    <time dateTime={at} title={timeText(at)}>
      {whenText(at)}
    </time>
  );
}

/** The end of a permission, amber if it is soon; a permission without an end is permanent. */
export function Until({ at }: { at: string | null | undefined }): VNode {
  if (!at) return <span class="muted">{words.permanent}</span>;
  const { isSoon, text } = untilText(at);
  return (
    <time dateTime={at} title={timeText(at)} class={isSoon ? 'badge soon' : 'muted'}>
      {text}
    </time>
  );
}

export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }): VNode {
  return (
    <dl class="facts">
      {of.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}

/** Shows the texts that a change sets next to the former ones. */
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

/** A permission with a grey module; the line breaks before the action only. */
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

/** The number of permissions shown in a line before a button for more. */
const SHOWN = 20;

/** Returns a text that breaks after its last dot only. */
function dotted(text: string): ComponentChildren {
  const end = text.lastIndexOf('.') + 1;
  return [text.slice(0, end), <wbr key="break" />, text.slice(end)];
}

const endOf = (end: string | null | undefined): string => (end ? endText(end) : words.permanent);

/** Shows added or removed permissions, with ends that were set; `null` is permanent. */
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
              <span class="small muted">{endOf(until.get(one))}</span>
            </>
          )}{' '}
        </span>
      ))}
      {more}
    </span>
  );
}

/** Returns the permissions whose end alone was set. */
export function onlyEnded(
  ends: Readonly<Record<string, string | null>> = {},
  added: readonly string[] = [],
): string[] {
  return Object.keys(ends).filter((one) => !added.includes(one));
}

/** An e-mail that breaks before its @ only. */
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

export function Avatar({ isBig, name }: { name: string; isBig?: boolean }): VNode {
  const parts = name.split(/[\s.@_-]+/u).filter((part) => /^\p{L}/u.test(part));
  const letters = [parts[0], parts.length > 1 ? parts[name.includes('@') ? 1 : parts.length - 1] : undefined];
  return (
    <span class={isBig ? 'avatar big' : 'avatar'} aria-hidden="true">
      {letters.map((part) => (part ? [...part.toUpperCase()][0] : '')).join('')}
    </span>
  );
}

/** A person in a table; the e-mail distinguishes people of one name. */
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
