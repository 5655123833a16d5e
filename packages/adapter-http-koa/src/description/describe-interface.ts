import { NO_SUCH_PATH, OTHER_METHOD } from './common-problems.js';
import { LIST_DEPARTMENTS, SHOW_DEPARTMENT_HIERARCHY } from './departments.js';
import { HEADERS } from './headers.js';
import { jsonSchemas } from './json-schemas.js';
import { LOCATE } from './locations.js';
import type { Operation, Tag } from './operation.js';
import { operationObject, problemResponse } from './operation-object.js';
import { ADD_PERMISSIONS, REMOVE_PERMISSIONS } from './permissions.js';
import { CHECK_LIVENESS, CHECK_READINESS, DESCRIBE } from './service.js';

/** Every endpoint, in the order in which a reader meets them. */
const OPERATIONS: readonly Operation[] = [
  LIST_DEPARTMENTS,
  SHOW_DEPARTMENT_HIERARCHY,
  REMOVE_PERMISSIONS,
  ADD_PERMISSIONS,
  LOCATE,
  CHECK_LIVENESS,
  CHECK_READINESS,
  DESCRIBE,
];

const TAGS: Readonly<Record<Tag, string>> = {
  Departments: 'The departments of the organisation, for admins.',
  Permissions: 'What users may do, for admins. Every change is written to the audit.',
  Locations: 'Addresses and airports, for every user.',
  Service: 'The service itself; needs no token.',
};

const INTRODUCTION = `Departments, permissions and locations for an internal operations application.

Every endpoint but those of the service itself wants \`Authorization: Bearer <token>\`. Who is an admin is read anew on
every request. The order of checks: token, rights, rate limit, input, existence.

Every error has the same shape, a code for machines and a message for people. Beside those told below, an unknown path is
404 \`NOT_FOUND\` and another method 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`. What is no valid HTTP is 400
\`VALIDATION_ERROR\`, 408 \`REQUEST_TIMEOUT\` or 431 \`HEADERS_TOO_LARGE\`; a connection too many is 503 \`SERVICE_UNAVAILABLE\`. \`HEAD\` is
answered as \`GET\`, without a body.

A request may name itself in \`X-Request-Id\`, in 1 to 128 letters, digits and \`. _ ~ + / = : @ -\`; the answer, the log
and the audit say it back.`;

/** The interface as an OpenAPI 3.1 document, made from the schemas that check requests and bind answers. */
export function describeInterface(): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'ops-admin',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to this document, so that it also holds where the app is mounted below a path.
    servers: [{ url: './' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(OPERATIONS),
    components: {
      schemas: jsonSchemas(),
      headers: HEADERS,
      responses: {
        NotFound: problemResponse(NO_SUCH_PATH),
        MethodNotAllowed: problemResponse(OTHER_METHOD),
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the identity provider, or one of `ops-admin token issue`.',
        },
      },
    },
  };
}

function pathsOf(operations: readonly Operation[]): object {
  const paths: Record<string, object> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation) };
  }
  return paths;
}
