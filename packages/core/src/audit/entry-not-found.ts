/** One entry, several, or a batch: all of it, or only what it did to some users, each named by id or e-mail. */
export type RevertTarget =
  | { readonly entryId: number }
  | { readonly entryIds: readonly number[] }
  | { readonly batch: string; readonly users?: readonly string[] | undefined };

/** The audit log has no such entry or batch. */
export interface EntryNotFound {
  readonly type: 'entry-not-found';
  readonly target: { readonly entryId: number } | { readonly batch: string };
}
