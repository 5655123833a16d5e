/** The service's work by hand over Fastify, with its schemas for what comes in and what goes out. */
import fastify from 'fastify';
import { openFloor, tellUrl } from './open-floor.mjs';

const { store, identify, locate, isWithinLimit } = await openFloor();
// A number must not pass for a string, as it would by default.
const app = fastify({ bodyLimit: 1024 * 1024, ajv: { customOptions: { coerceTypes: false } } });

const string = { type: 'string' };
const object = (properties) => ({ type: 'object', properties });

const DEPARTMENT = object({
  _id: string,
  name: string,
  description: string,
  parentId: { type: ['string', 'null'] },
  createdAt: string,
  updatedAt: string,
  parentDepartment: object({ _id: string, name: string, description: string, code: string }),
  manager: object({
    _id: string,
    emails: { type: 'array', items: string },
    personalInformation: object({ firstName: string, lastName: string, name: string }),
  }),
});
const PAGE = object({
  message: string,
  data: object({ total: { type: 'integer' }, departments: { type: 'array', items: DEPARTMENT } }),
});
const CHANGED = object({ message: string, data: object({}) });
const LOCATED = object({
  message: string,
  data: object({
    address: object({
      city: string,
      state: string,
      country: string,
      lat: { type: 'number' },
      long: { type: 'number' },
    }),
  }),
});
const RANGE = object({
  start: { type: 'string', pattern: '^\\d{1,15}$' },
  end: { type: 'string', pattern: '^\\d{1,15}$' },
});
const REMOVAL = {
  type: 'object',
  required: ['payload'],
  properties: {
    payload: {
      type: 'object',
      required: ['userId', 'permissions'],
      properties: {
        userId: { type: 'string', pattern: '^[0-9a-fA-F]{24}$' },
        permissions: {
          type: 'array',
          minItems: 1,
          maxItems: 1000,
          items: { type: 'string', maxLength: 256 },
        },
      },
    },
  },
};

const problem = (reply, status, code, message) => reply.code(status).send({ error: { code, message } });

/** Checks token and rights before anything is read of the body. */
const onlyFor = (mayCall, status, code, noToken) => async (request, reply) => {
  request.caller = await identify(request.headers.authorization);
  if (!request.caller) return problem(reply, 401, noToken, 'The access token is invalid or has expired');
  if (!mayCall(request.caller)) return problem(reply, status, code, 'This needs the rights of an admin');
};
const isAdmin = (caller) => caller.isAdmin;

app.decorateRequest('caller', null);
app.setErrorHandler((error, _request, reply) =>
  error.statusCode >= 400 && error.statusCode < 500
    ? problem(reply, error.statusCode === 413 ? 413 : 400, 'VALIDATION_ERROR', error.message)
    : problem(reply, 500, 'SERVER_ERROR', 'Our fault'),
);
app.setNotFoundHandler((_request, reply) => problem(reply, 404, 'NOT_FOUND', 'There is no such path'));

app.get(
  '/department/list/:start/:end',
  {
    onRequest: onlyFor(isAdmin, 401, 'UNAUTHORIZED', 'UNAUTHORIZED'),
    schema: { params: RANGE, response: { 200: PAGE } },
  },
  (request, reply) => {
    const { start, end } = request.params;
    const data = store.list(Number(start), Number(end));
    reply.send({ message: 'Departments retrieved successfully', data });
  },
);

app.put(
  '/user/remove-permissions',
  {
    onRequest: onlyFor(isAdmin, 403, 'FORBIDDEN', 'UNAUTHORIZED'),
    schema: { body: REMOVAL, response: { 200: CHANGED } },
  },
  (request, reply) => {
    const { userId, permissions } = request.body.payload;
    if (!store.remove(request.caller.userId, userId.toLowerCase(), permissions))
      return problem(reply, 404, 'USER_NOT_FOUND', `There is no user ${userId}`);
    reply.send({ message: 'Permissions removed successfully', data: {} });
  },
);

app.get(
  '/geo-locations/address/:address',
  {
    onRequest: onlyFor(() => true, 401, 'AUTH_ERROR', 'AUTH_ERROR'),
    schema: { response: { 200: LOCATED } },
  },
  (request, reply) => {
    if (!isWithinLimit(request.caller.userId))
      return problem(reply, 429, 'RATE_LIMIT_EXCEEDED', 'Too many look-ups');
    const address = locate(request.params.address);
    if (!address) return problem(reply, 404, 'NOT_FOUND', 'No location was found for this address');
    reply.send({ message: '', data: { address } });
  },
);

await app.listen({ host: '127.0.0.1', port: 0 });
tellUrl(app.server.address().port);
