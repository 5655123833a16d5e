import type { GrantBlock, GrantJson } from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import { type Answered, answered } from './answered.js';
import { type QuerySchemas, queryText } from './query-values.js';
import { count } from './values.js';

/** `GET /permission/grants/{start}/{end}` */
export type GrantPageJson = Answered<GrantBlock<GrantJson>>;

/** Which grants are requested; they match all that is given. */
export interface GrantPageQuery {
  readonly module?: string;
  readonly department?: string;
  readonly user?: string;
  readonly after?: string;
}

export const GRANTS_QUERY: QuerySchemas<GrantPageQuery> = {
  module: queryText('The module, without `service.`.'),
  department: queryText('Records of users in the department with this id or code, or in one below it.'),
  user: queryText('Records of this user, by an id or an e-mail.'),
  after: queryText(
    'Records after this user (an id or an e-mail) in the order of the list: the indexes count from there.',
  ),
};

const textOrNull = (description: string) => v.pipe(v.nullable(v.string()), v.description(description));

const GRANT: v.GenericSchema<GrantJson> = answerObject<GrantJson>({
  user: v.pipe(v.string(), v.description('The first e-mail, or the id of a user without one.')),
  userId: v.string(),
  email: v.nullable(v.string()),
  name: v.string(),
  departmentId: v.nullable(v.string()),
  department: textOrNull('The code of the department, or its id without a code.'),
  permission: v.string(),
  until: textOrNull('When it ends; `null` if it is permanent.'),
  since: textOrNull(
    'When it was added, or its end set last; `null` if the set was changed without an entry.',
  ),
  by: textOrNull('The actor of `entry`: the e-mail of a user, an id, or `cli:` with a name.'),
  reason: textOrNull('The reason of `entry`, if it has one.'),
  entry: v.pipe(v.nullable(v.number()), v.description('The entry that added it, or that set its end last.')),
  attestedAt: textOrNull('When a review last confirmed it as it is held.'),
  attestedBy: textOrNull('The actor of that review.'),
});

export const GRANT_PAGE: v.GenericSchema<GrantPageJson> = answered<GrantPageJson['data']>({
  total: v.optional(
    count('The number of all that match, not only those on this page; missing with `after`.'),
  ),
  newestEntry: count(
    'The newest entry of the audit log at that moment: pages with the same one fit together.',
  ),
  grants: v.array(GRANT),
});

export const GRANT_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  Grant: GRANT,
  GrantPage: GRANT_PAGE,
};
