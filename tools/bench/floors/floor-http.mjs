/** The service's work by hand over node:http. */
import { createServer } from 'node:http';
import { openFloor, tellUrl } from './open-floor.mjs';

const { store, identify, locate, isWithinLimit } = await openFloor();

class Problem extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const LIST = /^\/department\/list\/(\d{1,15})\/(\d{1,15})$/;
const ADDRESS = /^\/geo-locations\/address\/([^/]+)$/;
const OBJECT_ID = /^[0-9a-f]{24}$/i;
const BODY_LIMIT = 1024 * 1024;

async function answer(request) {
  const { headers, method, url } = request;
  const path = url.split('?', 1)[0];
  const list = method === 'GET' && LIST.exec(path);
  if (list) {
    const caller = await identify(headers.authorization);
    if (!caller?.isAdmin) throw new Problem(401, 'UNAUTHORIZED', 'This needs the rights of an admin');
    const data = store.list(Number(list[1]), Number(list[2]));
    return { message: 'Departments retrieved successfully', data };
  }
  if (method === 'PUT' && path === '/user/remove-permissions') {
    const caller = await identify(headers.authorization);
    if (!caller) throw new Problem(401, 'UNAUTHORIZED', 'The access token is invalid or has expired');
    if (!caller.isAdmin) throw new Problem(403, 'FORBIDDEN', 'This needs the rights of an admin');
    const { userId, permissions } = removalIn(await readJson(request));
    if (!store.remove(caller.userId, userId, permissions))
      throw new Problem(404, 'USER_NOT_FOUND', `No user has the id or e-mail ${userId}`);
    return { message: 'Permissions removed successfully', data: {} };
  }
  const address = method === 'GET' && ADDRESS.exec(path);
  if (address) {
    const caller = await identify(headers.authorization);
    if (!caller) throw new Problem(401, 'AUTH_ERROR', 'The access token is invalid or has expired');
    if (!isWithinLimit(caller.userId)) throw new Problem(429, 'RATE_LIMIT_EXCEEDED', 'Too many look-ups');
    const found = locate(decodeURIComponent(address[1]));
    if (!found) throw new Problem(404, 'NOT_FOUND', 'No location was found for this address');
    return { message: '', data: { address: found } };
  }
  throw new Problem(404, 'NOT_FOUND', 'There is no such path');
}

async function readJson(request) {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new Problem(400, 'VALIDATION_ERROR', 'The header Content-Type must be application/json');
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new Problem(413, 'PAYLOAD_TOO_LARGE', 'The body is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Problem(400, 'VALIDATION_ERROR', 'The body must be a valid JSON object');
  }
}

function removalIn(body) {
  const { userId, permissions } = body?.payload ?? {};
  if (typeof userId !== 'string' || !OBJECT_ID.test(userId))
    throw new Problem(400, 'VALIDATION_ERROR', 'payload.userId must be 24 hexadecimal digits');
  const isList = Array.isArray(permissions) && permissions.length >= 1 && permissions.length <= 1000;
  if (!isList || !permissions.every((one) => typeof one === 'string' && one.length <= 256))
    throw new Problem(400, 'VALIDATION_ERROR', 'payload.permissions must be 1 to 1000 strings');
  return { userId: userId.toLowerCase(), permissions };
}

function send(response, status, body) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

const server = createServer(async (request, response) => {
  try {
    send(response, 200, await answer(request));
  } catch (error) {
    const { status, code, message } =
      error instanceof Problem ? error : { status: 500, code: 'SERVER_ERROR', message: 'Our fault' };
    send(response, status, { error: { code, message } });
  }
});
server.listen(0, '127.0.0.1', () => tellUrl(server.address().port));
