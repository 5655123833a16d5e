import { createRequire } from 'node:module';
import type { Endpoint } from '../endpoint.js';
import { type DescribedProblem, methodNotAllowed, NO_SUCH_PATH } from '../problem.js';
import { HEADERS_TOO_LARGE, NOT_HTTP, TOO_SLOW } from '../server/refusal.js';
import { HEADERS } from './headers.js';
import { NamedSchemas } from './named-schemas.js';
import { operationObject, problemResponse } from './operation-object.js';

const INTRODUCTION = `Departments, permissions and locations for an internal operations application.

Every endpoint except those of the service itself requires \`Authorization: Bearer <token>\`. The service reads on
every request whether the caller is an admin or a reader. It checks token, access, rate limit, input and existence in this order.

Every error has the same shape, a code for machines and a message for people. Any request can be refused as \`default\` says: an unknown path
is 404 \`NOT_FOUND\` and another method 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`; invalid HTTP is 400
\`VALIDATION_ERROR\`, 408 \`REQUEST_TIMEOUT\` or 431 \`HEADERS_TOO_LARGE\`. \`HEAD\` is
answered as \`GET\`, without a body.

A request can name itself in \`X-Request-Id\`, in 1 to 128 letters, digits and \`. _ ~ + / = : @ -\`; the answer, the log
and the audit entry repeat it.`;

/** The problems of any request before it reaches an endpoint. */
const REFUSALS: readonly DescribedProblem[] = [
  NO_SUCH_PATH,
  methodNotAllowed('HEAD, GET'),
  NOT_HTTP,
  TOO_SLOW,
  HEADERS_TOO_LARGE,
];

const HEADERS_OF_REFUSALS = {
  Allow: { $ref: '#/components/headers/Allow' },
  // Invalid HTTP gets no request id.
  'X-Request-Id': { ...HEADERS['X-Request-Id'], required: false },
};

/** Endpoints as an OpenAPI 3.1 document, made from the schemas that check requests and bind answers. */
export function describeInterface(
  endpoints: readonly Endpoint[],
  {
    publicUrl = '.',
    version = ownVersion(),
  }: { publicUrl?: string | undefined; version?: string | undefined } = {},
): object {
  const schemas = new NamedSchemas(endpoints);
  return {
    openapi: '3.1.1',
    info: {
      title: 'ops-admin',
      version,
      description: INTRODUCTION,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Else relative to this document, so that it is also right if the app is mounted below a path.
    servers: [{ url: publicUrl }],
    tags: [...new Map(endpoints.map(({ tag }) => [tag.name, tag])).values()],
    paths: pathsOf(endpoints, schemas),
    components: {
      schemas: schemas.toJson(),
      headers: HEADERS,
      responses: {
        Refused: { ...problemResponse(REFUSALS, [], schemas), headers: HEADERS_OF_REFUSALS },
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

function pathsOf(endpoints: readonly Endpoint[], schemas: NamedSchemas): object {
  const paths: Record<string, object> = {};
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    paths[path] = { ...paths[path], [method]: operationObject(endpoint, schemas) };
  }
  return paths;
}

function ownVersion(): string {
  return createRequire(import.meta.url)('@ops-admin/adapter-http-koa/package.json').version;
}
