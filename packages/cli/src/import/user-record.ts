import { PERMISSION_MAX_LENGTH } from '@ops-admin/core';
import type { UserRecord } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { OBJECT_ID } from './extended-json.js';
import { LINE } from './text.js';

const name = v.nullish(LINE, '');
const listOf = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item, 'must be an array'));

/**
 * A user as `import users` takes one (decision 9); other members are ignored. `permissions` and `identities` can be missing,
 * which is not the same as empty.
 */
export const USER_RECORD: v.GenericSchema<unknown, UserRecord> = v.pipe(
  v.object(
    {
      _id: OBJECT_ID,
      emails: listOf(v.pipe(LINE, v.includes('@', 'must be an e-mail address'))),
      personalInformation: v.optional(
        v.object({ firstName: name, lastName: name, name }, 'must be an object'),
        {},
      ),
      permissions: listOf(
        v.pipe(
          v.string('must be a string'),
          v.nonEmpty('must not be empty'),
          // Code points, as over HTTP; valibot's own length is in code units.
          v.check(
            (text) => [...text].length <= PERMISSION_MAX_LENGTH,
            `must not be longer than ${PERMISSION_MAX_LENGTH} characters`,
          ),
        ),
      ),
      identities: listOf(
        v.object(
          {
            issuer: v.pipe(LINE, v.nonEmpty('must not be empty')),
            subject: v.pipe(LINE, v.nonEmpty('must not be empty')),
          },
          'must be an object',
        ),
      ),
    },
    'must be an object',
  ),
  v.transform(({ _id, emails, personalInformation, permissions, identities }) => ({
    id: _id,
    emails: emails ?? [],
    personalInformation: {
      ...personalInformation,
      name:
        personalInformation.name || `${personalInformation.firstName} ${personalInformation.lastName}`.trim(),
    },
    ...(permissions && { permissions }),
    ...(identities && { identities }),
  })),
);
