import type { UserDetailsJson } from '@ops-admin/core';
import { TaggedText } from '../chain/tagged-text.js';
import type { UserShownJson } from '../schemas/user.js';

/** What `GET /user/{userId}` says. */
export const SHOWN = 'User retrieved successfully';

/** The answer of `GET /user/{userId}`, whose tag `If-Match` of a change names. */
export function shownUser(data: UserDetailsJson): TaggedText {
  const json: UserShownJson = { message: SHOWN, data };
  return new TaggedText(json);
}
