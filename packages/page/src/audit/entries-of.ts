import type { Answer, Client, Input } from '@ops-admin/client';

type Query = NonNullable<Input<'listAudit'>> & { readonly limit: number };
type Page = ReturnType<Client['listAudit']> extends Answer<infer Found> ? Found : never;

/** Reads a page of entries. The service looks at a limited number for each request, so rare matches need several requests. */
export function entriesOf(service: Pick<Client, 'listAudit'>, query: Query): Answer<Page> {
  const read = service.listAudit(query);
  return read.andThen(({ entries, next }) => {
    const limit = query.limit - entries.length;
    if (limit === 0 || next === null) return read;
    return entriesOf(service, { ...query, before: next, limit }).map((rest) => ({
      entries: [...entries, ...rest.entries],
      next: rest.next,
    }));
  });
}
