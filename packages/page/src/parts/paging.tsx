import type { VNode } from 'preact';
import { addressWith, usePlace } from '../address.js';
import { numberText, words } from '../words.js';

export const PAGE_SIZE = 50;

/** Reads the index of the first record of a page from an address. */
export function startIn(from = '0'): number {
  return Math.max(0, Number.parseInt(from, 10) || 0);
}

export function Paging(props: { start: number; total: number; size?: number }): VNode | null {
  const { size = PAGE_SIZE, start, total } = props;
  const place = usePlace();
  if (total <= size && start === 0) return null;
  const last = Math.max(0, Math.floor((total - 1) / size) * size);
  const link = (text: string, first: number, isThere: boolean) =>
    isThere && (
      <a class="button" href={addressWith(place, { from: first > 0 ? String(first) : undefined })}>
        {text}
      </a>
    );
  return (
    <nav class="pages" aria-label={words.paging.label}>
      <span>
        {words.paging.range(
          numberText(start + 1),
          numberText(Math.min(total, start + size)),
          numberText(total),
        )}
      </span>
      <span class="row push">
        {link(words.paging.first, 0, start > size)}
        {link(words.paging.before, Math.max(0, start - size), start > 0)}
        {link(words.paging.after, start + size, start + size < total)}
        {link(words.paging.last, last, start + size < total)}
      </span>
    </nav>
  );
}

/** Leads to older records of a list without indexes, and back to the newest. */
export function Older(props: { isOlder: boolean; next: number | null | undefined }): VNode | null {
  const { isOlder, next } = props;
  const place = usePlace();
  if (!isOlder && next == null) return null;
  return (
    <nav class="pages" aria-label={words.paging.label}>
      <span class="row push">
        {isOlder && (
          <a class="button" href={addressWith(place, { before: undefined })}>
            {words.audit.newest}
          </a>
        )}
        {next != null && (
          <a class="button" href={addressWith(place, { before: String(next) })}>
            {words.audit.older}
          </a>
        )}
      </span>
    </nav>
  );
}
