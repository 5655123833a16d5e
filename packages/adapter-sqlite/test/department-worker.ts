/** A process that imports the nth department: `department-worker.js FILE N`. */
import { connectionsOf, openDatabase, SqliteOrganisation } from '@ops-admin/adapter-sqlite';
import { aDepartment, aSealer } from '@ops-admin/core/fakes';

const [, , file, n] = process.argv as [string, string, string, string];
const database = openDatabase(file)._unsafeUnwrap();
const organisation = new SqliteOrganisation(connectionsOf(database), aSealer());
(await organisation.importDepartments([aDepartment(Number(n))]))._unsafeUnwrap();
database.close();
