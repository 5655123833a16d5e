/** A process that makes a change of the suites of stores: `other-change-worker.ts FILE CHANGE`. */
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { AS_IT_COMES } from '@ops-admin/testing';
import type { ChangeOfOthers } from '@ops-admin/testing/contracts';
import { portsOf } from './open-temporary.ts';

const [, , file = '', change = ''] = process.argv;
const { departments, requests } = JSON.parse(change) as ChangeOfOthers;
const database = openDatabase(file)._unsafeUnwrap();
const ports = portsOf(database);
if (departments.length > 0) (await ports.organisation.importDepartments(departments))._unsafeUnwrap();
if (requests.length > 0) (await ports.permissions.change(requests, AS_IT_COMES))._unsafeUnwrap();
database.close();
