import { ok } from '@ops-admin/core';
import type { AppContext, AppMiddleware } from '../app-context.js';
import type { Endpoint, HandlerServices } from '../endpoint.js';
import { isOfFixedPath } from '../middleware/routed-methods.js';
import { type Problem, type ServerFailure, sendProblem } from '../problem.js';
import { requestOrigin } from '../request-origin.js';
import { AnswerWithHeaders } from './answer-with-headers.js';
import { authenticate } from './authenticate.js';
import type { BodyRoom } from './body-room.js';
import type { Check } from './check.js';
import { jsonBody } from './json-body.js';
import { rateLimit } from './rate-limit.js';
import { readBody, readParameters } from './read-input.js';
import { readQuery } from './read-query.js';
import { callersOf, requireRight } from './require-right.js';
import { sendText } from './send-text.js';
import { StreamedText, sendStreamed } from './streamed-text.js';
import { TaggedText, tagAnswer } from './tagged-text.js';

const NOTHING_READ = ok({});
const NO_BODY = ok(undefined);

/**
 * Serves an endpoint at one of its routes. The order of checks is the same everywhere: token, access, rate limit, input, and existence,
 * which the handler checks. Access that depends on the body is judged once that is parsed. Access is judged again after every wait.
 */
export function serveEndpoint(
  endpoint: Endpoint,
  route: string,
  services: HandlerServices,
  bodies: BodyRoom,
): AppMiddleware {
  const {
    body: taken,
    parameters: schemas = {},
    path,
    query: queried,
    refusedQuery,
    rights,
    unavailable,
  } = endpoint;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const { access, all: checks } = checksOf(endpoint, services, bodies);
  const handle = endpoint.handler(services);
  // Any caller can lose access, so caches must ask each time.
  const caching = rights.who === 'anyone' ? 'no-cache' : 'private, no-cache';

  const hasParameters = route.includes(':');
  const isRead = !callersOf(endpoint).startsWith('admins');
  const givesCsv = endpoint.answer.csv !== undefined;
  const readsQuery = queried !== undefined || refusedQuery !== undefined;

  const refuse = (ctx: AppContext, refused: Problem | ServerFailure) =>
    sendProblem(ctx, unavailable && 'event' in refused ? { problem: unavailable, ...refused } : refused);

  return async (ctx) => {
    // `/user/{userId}` must not take the methods that `/user/remove-permissions` does not.
    if (hasParameters && isOfFixedPath(ctx)) return;
    ctx.state.route = route;
    ctx.state.isRead = isRead;
    const refused = await refusalBy(checks, ctx);
    if (refused) return refuse(ctx, refused);
    const parameters = names.length === 0 ? NOTHING_READ : readParameters(schemas, segmentsOf(ctx, names));
    if (parameters.isErr()) return refuse(ctx, parameters.error);
    const query = readsQuery && ctx.querystring !== '' ? readQuery(endpoint, ctx.querystring) : NOTHING_READ;
    if (query.isErr()) return refuse(ctx, query.error);
    const body = taken ? readBody(taken, ctx.request.body) : NO_BODY;
    if (body.isErr()) return refuse(ctx, body.error);

    if (givesCsv) ctx.vary('Accept');
    const { caller, requestId } = ctx.state;
    const { socket } = ctx.req;
    let held: { readonly since: number; readonly whenGone: () => void } | undefined;
    const answer = await handle({
      caller,
      requestId,
      hold: (whenGone) => {
        held = { since: performance.now(), whenGone };
        ctx.state.leaveCap?.();
        // A client that disconnects looks like one that half-closed. Neither is kept waiting.
        if (socket.readableEnded || socket.destroyed) whenGone();
        else socket.once('end', whenGone).once('close', whenGone);
      },
      asCsv: givesCsv && ctx.accepts('application/json', 'text/csv') === 'text/csv',
      ifMatch: ctx.req.headers['if-match'],
      origin: () => requestOrigin(ctx),
      parameters: parameters.value,
      query: query.value,
      body: body.value,
    });
    if (endpoint.method !== 'get') services.trailWatch.changed();
    if (held) {
      socket.off('end', held.whenGone).off('close', held.whenGone);
      ctx.state.heldFor = performance.now() - held.since;
      const refused = await refusalBy(access, ctx);
      if (refused) return refuse(ctx, refused);
    }
    if (answer.isErr()) return refuse(ctx, answer.error);
    if (answer.value instanceof TaggedText) {
      sendText(ctx, answer.value.body, answer.value.contentType);
      ctx.set({ 'Cache-Control': caching, ...answer.value.headers });
      tagAnswer(ctx, answer.value.tag);
    } else if (answer.value instanceof StreamedText) {
      sendStreamed(ctx, answer.value, () => refusalBy(access, ctx));
      ctx.set('Cache-Control', caching);
    } else if (answer.value instanceof AnswerWithHeaders) {
      ctx.set({ ...answer.value.headers });
      sendText(ctx, JSON.stringify(answer.value.body));
    } else sendText(ctx, JSON.stringify(answer.value));
  };
}

async function refusalBy(checks: readonly Check[], ctx: AppContext): Promise<Awaited<ReturnType<Check>>> {
  for (const check of checks) {
    const checked = check(ctx);
    const refused = checked instanceof Promise ? await checked : checked;
    if (refused) return refused;
  }
  return undefined;
}

/** The checks of a caller's access, which are repeated after a wait, and all checks in their order. */
function checksOf(
  endpoint: Endpoint,
  services: HandlerServices,
  bodies: BodyRoom,
): { readonly access: readonly Check[]; readonly all: readonly Check[] } {
  const { body, isLimited, rights } = endpoint;
  const { afterBody, beforeBody } = requireRight(endpoint, services.accessPolicy);
  const access = [
    ...(rights.who === 'anyone' ? [] : [authenticate(services.access, rights.badToken)]),
    ...beforeBody,
  ];
  const read = jsonBody(bodies);
  const readAndJudge: Check = async (ctx) => {
    const isArriving = !ctx.req.complete;
    const refused = await read(ctx);
    return refused ?? (isArriving ? await refusalBy(access, ctx) : undefined);
  };
  const all = [
    ...access,
    ...(isLimited ? [rateLimit(services.rateLimiter)] : []),
    ...(body ? [readAndJudge] : []),
    ...afterBody,
  ];
  return { access, all };
}

/** The parts of the path as sent: the router passes on undecodable parts as if they were decoded. */
function segmentsOf({ captures = [] }: AppContext, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, n) => [name, captures[n] ?? '']));
}
