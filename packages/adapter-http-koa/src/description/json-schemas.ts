import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import {
  DEPARTMENT,
  DEPARTMENT_HIERARCHY,
  DEPARTMENT_NODE,
  DEPARTMENT_PAGE,
  PARENT_DEPARTMENT,
  USER_SUMMARY,
} from '../schemas/department.js';
import { HEALTHY } from '../schemas/healthy.js';
import { LOCATED, LOCATION } from '../schemas/location.js';
import { ADD_PERMISSIONS_BODY, REMOVE_PERMISSIONS_BODY } from '../schemas/permission-change.js';
import { PERMISSIONS_CHANGED } from '../schemas/permissions-changed.js';
import { PROBLEM } from '../schemas/problem.js';

/** The names that generated clients give to the schemas. */
const NAMED = {
  AddPermissions: ADD_PERMISSIONS_BODY,
  Department: DEPARTMENT,
  DepartmentHierarchy: DEPARTMENT_HIERARCHY,
  DepartmentNode: DEPARTMENT_NODE,
  DepartmentPage: DEPARTMENT_PAGE,
  Healthy: HEALTHY,
  Located: LOCATED,
  Location: LOCATION,
  ParentDepartment: PARENT_DEPARTMENT,
  PermissionsChanged: PERMISSIONS_CHANGED,
  Problem: PROBLEM,
  RemovePermissions: REMOVE_PERMISSIONS_BODY,
  UserSummary: USER_SUMMARY,
};

const NAMES: ReadonlyMap<GenericSchema<unknown, unknown>, string> = new Map(
  Object.entries(NAMED).map(([name, schema]) => [schema, name]),
);

/** A reference to a schema that has a name; one without is a bug. */
export interface SchemaReference {
  readonly $ref: string;
}

export function schemaReference(schema: GenericSchema<unknown, unknown>): SchemaReference {
  const name = NAMES.get(schema);
  if (name === undefined) throw new Error('a schema of the description has no name');
  return referenceTo(name);
}

/** Every named schema as JSON Schema 2020-12, which OpenAPI 3.1 is made for. */
export function jsonSchemas(): Readonly<Record<string, JsonSchema>> {
  return toJsonSchemaDefs(NAMED, {
    target: 'draft-2020-12',
    // What callers write, not what core makes of it.
    typeMode: 'input',
    overrideRef: ({ referenceId }) => referenceTo(referenceId).$ref,
  });
}

function referenceTo(name: string): SchemaReference {
  return { $ref: `#/components/schemas/${name}` };
}
