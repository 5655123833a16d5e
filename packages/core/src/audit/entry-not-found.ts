/** One entry, several, or a run: all of it, or what it did to some users, each named by id or e-mail. */
export type RevertTarget =
  | { readonly entryId: number }
  | { readonly entryIds: readonly number[] }
  | { readonly batch: string; readonly users?: readonly string[] | undefined };

/** The trail has no such entry or run. */
export interface EntryNotFound {
  readonly type: 'entry-not-found';
  readonly target: { readonly entryId: number } | { readonly batch: string };
}
