import type { Data } from '@ops-admin/client';

/** A user, with all that is known of them. */
export type ShownUser = Data<'showUser'>;

/** A dialog over the view of a user. */
export interface UserDialog {
  readonly shown: ShownUser;
  /** What it is about, from the address. */
  readonly what: readonly string[];
  onClose(): void;
}
