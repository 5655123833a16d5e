import type { VNode } from 'preact';
import { addressWith, usePlace } from '../address.js';
import { numberText, words } from '../words.js';

/** The users on a page of a list. */
export const PAGE_SIZE = 50;

/** Leads to the pages before and after this one. */
export function Paging({ start, total }: { start: number; total: number }): VNode | null {
  const place = usePlace();
  if (total <= PAGE_SIZE && start === 0) return null;
  const to = (first: number) => addressWith(place, { from: first > 0 ? String(first) : undefined });
  const last = Math.max(0, Math.floor((total - 1) / PAGE_SIZE) * PAGE_SIZE);
  return (
    <nav class="row paging" aria-label={words.paging.label}>
      {start > 0 && <a href={to(0)}>{words.paging.first}</a>}
      {start > 0 && <a href={to(Math.max(0, start - PAGE_SIZE))}>{words.paging.before}</a>}
      <span>
        {words.paging.range(
          numberText(start + 1),
          numberText(Math.min(total, start + PAGE_SIZE)),
          numberText(total),
        )}
      </span>
      {start + PAGE_SIZE < total && <a href={to(start + PAGE_SIZE)}>{words.paging.after}</a>}
      {start + PAGE_SIZE < total && <a href={to(last)}>{words.paging.last}</a>}
    </nav>
  );
}
