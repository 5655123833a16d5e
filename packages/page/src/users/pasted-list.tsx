import type { VNode } from 'preact';
import { useLoad, useTyped } from '../parts/load.js';
import { Email } from '../parts/texts.js';
import { serviceFor } from '../service.js';
import { words } from '../words.js';
import { rowName } from './person.js';

export interface PastedPart {
  readonly line: number;
  readonly text: string;
  /** The e-mail or id; missing if the part is not understood. */
  readonly user?: string | undefined;
  /** The line that names the same user first. */
  readonly sameAs?: number | undefined;
}

/** Reads a list from a sheet or a message; the result has every part of every line. */
export function partsOf(text: string): PastedPart[] {
  const lines = new Map<string, number>();
  return text.split('\n').flatMap((content, n) =>
    content
      .split(/[;,\t]+/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        const inside = /<([^<>\s]+)>/.exec(part)?.[1] ?? part.replace(/^["'(]+|["')]+$/g, '');
        const isUser = /^[^@\s]+@[^@\s]+$/.test(inside) || /^[0-9a-f]{24}$/i.test(inside);
        const user = isUser ? inside : undefined;
        const sameAs = user === undefined ? undefined : lines.get(user.toLowerCase());
        if (user !== undefined && sameAs === undefined) lines.set(user.toLowerCase(), n + 1);
        return { line: n + 1, text: part, user, sameAs };
      }),
  );
}

export function usersOf(parts: readonly PastedPart[]): string[] {
  return parts.flatMap(({ sameAs, user }) => (user === undefined || sameAs !== undefined ? [] : [user]));
}

/** Shows what each part of a pasted list means; a dry run finds the users. */
export function PastedMeaning({ parts }: { parts: readonly PastedPart[] }): VNode {
  const named = usersOf(parts);
  const key = useTyped(named.join(' '));
  const { value: rows } = useLoad(key === '' ? undefined : `pasted ${key}`, () => {
    const changes = key.split(' ').map((user) => ({ user }));
    return serviceFor().changePermissions({
      action: 'activate',
      changes: changes.slice(0, 100),
      dryRun: true,
    });
  });
  const known = new Map(rows?.results.map((row) => [row.user, row]));
  return (
    <table aria-label={words.many.meaning}>
      <thead>
        <tr>
          <th scope="col" class="num">
            {words.many.line}
          </th>
          <th scope="col">{words.change.user}</th>
        </tr>
      </thead>
      <tbody>
        {parts.slice(0, 100).map(({ line, sameAs, text, user }, n) => {
          const row = user === undefined ? undefined : known.get(user);
          const isUnknown = row?.result === 'user-not-found';
          return (
            <tr key={n}>
              <td class={user === undefined ? 'num red' : 'num muted'}>{line}</td>
              <td>
                {user === undefined ? (
                  <span class="red">
                    {words.many.notUnderstood} <span class="sub">{text}</span>
                  </span>
                ) : sameAs !== undefined ? (
                  <span class="muted">{words.many.sameAs(sameAs)}</span>
                ) : row && !isUnknown ? (
                  <>
                    <span class="name">{rowName(row)}</span>
                    <span class="sub">
                      <Email of={row.email ?? user} />
                    </span>
                  </>
                ) : (
                  <>
                    <Email of={user} />
                    {isUnknown && row && <span class="sub amber">{words.row(row)}</span>}
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
