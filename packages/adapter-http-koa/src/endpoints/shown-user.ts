import type { UserDetailsJson, UserJson } from '@ops-admin/core';
import { TaggedText } from '../chain/tagged-text.js';
import type { UserShownJson } from '../schemas/user.js';

export const SHOWN = 'User retrieved successfully';

export const EXAMPLE_USER: UserJson = {
  _id: '65a100000000000000000002',
  emails: ['jonas.lindqvist@demo.example'],
  personalInformation: { firstName: 'Jonas', lastName: 'Lindqvist', name: 'Jonas Lindqvist' },
  permissions: ['service.tickets.*', 'service.tickets.read'],
  ends: { 'service.tickets.*': '2026-12-31T23:59:59.999Z' },
  departmentId: null,
  active: true,
};

/** The answer of `GET /user/{userId}`, whose tag `If-Match` of a change names. */
export function shownUser(data: UserDetailsJson): TaggedText {
  const json: UserShownJson = { message: SHOWN, data };
  return new TaggedText(json);
}
