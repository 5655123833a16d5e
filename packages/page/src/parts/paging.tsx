import type { VNode } from 'preact';
import { addressWith, usePlace } from '../address.js';
import { numberText, words } from '../words.js';

/** The users on a page of a list. */
export const PAGE_SIZE = 50;

/** Leads to the pages before and after this one. */
export function Paging(props: { start: number; total: number; size?: number }): VNode | null {
  const { size = PAGE_SIZE, start, total } = props;
  const place = usePlace();
  if (total <= size && start === 0) return null;
  const to = (first: number) => addressWith(place, { from: first > 0 ? String(first) : undefined });
  const last = Math.max(0, Math.floor((total - 1) / size) * size);
  return (
    <nav class="row paging" aria-label={words.paging.label}>
      {start > 0 && <a href={to(0)}>{words.paging.first}</a>}
      {start > 0 && <a href={to(Math.max(0, start - size))}>{words.paging.before}</a>}
      <span>
        {words.paging.range(
          numberText(start + 1),
          numberText(Math.min(total, start + size)),
          numberText(total),
        )}
      </span>
      {start + size < total && <a href={to(start + size)}>{words.paging.after}</a>}
      {start + size < total && <a href={to(last)}>{words.paging.last}</a>}
    </nav>
  );
}
