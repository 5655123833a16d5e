import type { NoAnswer } from '@ops-admin/client';
import { err, ok, type Result } from '@ops-admin/core';

/**
 * Lets a page of a list pass if it has as many items as the service says there are, if it says so: both are of one moment. `to` is where the page ends at the latest.
 */
export function wholePage<Page extends { readonly total?: number | undefined }>(
  items: keyof Page & string,
  from: number,
  to: number,
): (page: Page) => Result<Page, NoAnswer> {
  return (page) => {
    const { length } = page[items] as readonly unknown[];
    const expected = page.total === undefined ? length : Math.max(0, Math.min(to, page.total) - from);
    if (length === expected) return ok(page);
    const message = `The answer has another shape, with status 200: ${length} ${items} where there are ${expected}`;
    return err({ type: 'no-answer', status: 200, message });
  };
}
