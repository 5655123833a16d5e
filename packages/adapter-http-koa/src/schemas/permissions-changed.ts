import * as v from 'valibot';
import type { PermissionsChangedJson } from '../present/permissions-changed.js';
import { answerObject } from './answer-object.js';

/** `PUT /user/remove-permissions` and `PUT /user/add-permissions` */
export const PERMISSIONS_CHANGED: v.GenericSchema<PermissionsChangedJson> =
  answerObject<PermissionsChangedJson>({
    message: v.string(),
    data: v.pipe(answerObject<PermissionsChangedJson['data']>({}), v.description('Always empty.')),
  });
