import type { Data } from '@ops-admin/client';

export type ShownUser = Data<'showUser'>;

export interface UserDialog {
  readonly shown: ShownUser;
  /** What the address names, such as permissions. */
  readonly what: readonly string[];
  onClose(): void;
}
