/** A process that imports the nth department: `department-worker.js FILE N`. */
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { aDepartment, aDraft, aSigner } from '@ops-admin/testing';
import { portsOf } from './open-temporary.ts';

const [, , file, n] = process.argv as [string, string, string, string];
const database = openDatabase(file)._unsafeUnwrap();
const organisation = portsOf(database, aSigner()).organisation;
(await organisation.importDepartments([aDepartment(Number(n))], aDraft()))._unsafeUnwrap();
database.close();
