import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import { AUDIT_RECORDS_PER_PAGE } from '@ops-admin/core/operations';

/** A part of a list, and the position of the next part; `null` at the end. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly next: number | null;
}

/** Reads the first items of a list of the audit log: more than one page can have, or as many as there are. */
export function upTo<Item, Failure>(
  limit: number,
  ask: (limit: number, next: number | undefined) => ResultAsync<Part<Item>, Failure>,
): ResultAsync<Part<Item>, Failure> {
  const read = async (): Promise<Result<Part<Item>, Failure>> => {
    const items: Item[] = [];
    for (let from: number | undefined; ; ) {
      const page = await ask(Math.min(limit - items.length, AUDIT_RECORDS_PER_PAGE), from);
      if (page.isErr()) return err(page.error);
      items.push(...page.value.items);
      const { next } = page.value;
      if (next === null || items.length >= limit) return ok({ items, next });
      from = next;
    }
  };
  return new ResultAsync(read());
}
