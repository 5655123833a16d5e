import type { Data } from '@ops-admin/client';

export type ShownUser = Data<'showUser'>;

export interface UserDialog {
  readonly shown: ShownUser;
  /** The values in the address, such as permissions. */
  readonly what: readonly string[];
  onClose(): void;
}
