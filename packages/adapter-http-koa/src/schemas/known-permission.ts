import type {
  KnownModuleJson,
  KnownPermissionJson,
  KnownPermissionList,
  KnownPermissionsQuery,
} from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import { type Answered, answered } from './answered.js';
import { type QuerySchemas, queryFlag, queryText } from './query-values.js';
import { count } from './values.js';

/** `GET /permission/list/{start}/{end}` */
export type KnownPermissionsJson = Answered<KnownPermissionList>;

/** `GET /permission/modules` */
export type KnownModulesJson = Answered<{ readonly modules: readonly KnownModuleJson[] }>;

/** Which permissions are requested; they match all that is given. */
export const KNOWN_PERMISSIONS_QUERY: QuerySchemas<Omit<KnownPermissionsQuery, 'end' | 'start'>> = {
  search: v.pipe(
    queryText('A part of the string or of its description, without regard to case and accents.'),
    v.check((text) => text.trim() !== '', 'search must not be empty'),
  ),
  module: queryText('The module, without `service.`.'),
  listed: queryFlag('listed', 'Only permissions that the catalogue lists; `false`: only others.'),
};

const KNOWN_PERMISSION: v.GenericSchema<KnownPermissionJson> = answerObject<KnownPermissionJson>({
  permission: v.string(),
  module: v.pipe(
    v.nullable(v.string()),
    v.description('Without `service.`; `null` for a string that belongs to no module.'),
  ),
  description: v.pipe(v.nullable(v.string()), v.description('`null` if the catalogue does not list it.')),
  owner: v.pipe(v.nullable(v.string()), v.description('Its owner, if the catalogue names one.')),
  listed: v.pipe(
    v.boolean(),
    v.description(
      'Whether the catalogue lists it; a wildcard or a module also if it lists one of its actions.',
    ),
  ),
  holders: count('How many users hold exactly this string.'),
});

const KNOWN_MODULE: v.GenericSchema<KnownModuleJson> = answerObject<KnownModuleJson>({
  module: v.pipe(v.string(), v.description('Without `service.`.')),
  permissions: count('How many known permissions it has.'),
  holders: count('How many users hold anything of it.'),
});

export const KNOWN_PERMISSION_PAGE: v.GenericSchema<KnownPermissionsJson> = answered<KnownPermissionList>({
  total: count('The number of all that match, not only those on this page.'),
  permissions: v.array(KNOWN_PERMISSION),
});

export const KNOWN_MODULES: v.GenericSchema<KnownModulesJson> = answered<KnownModulesJson['data']>({
  modules: v.array(KNOWN_MODULE),
});

export const KNOWN_PERMISSION_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  KnownModule: KNOWN_MODULE,
  KnownModules: KNOWN_MODULES,
  KnownPermission: KNOWN_PERMISSION,
  KnownPermissionPage: KNOWN_PERMISSION_PAGE,
};
