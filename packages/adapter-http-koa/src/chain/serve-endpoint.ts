import { ok } from '@ops-admin/core';
import type { AppContext, AppMiddleware } from '../app-context.js';
import type { Endpoint, HandlerServices } from '../endpoint.js';
import { isOfFixedPath } from '../middleware/routed-methods.js';
import { type Problem, type ServerFailure, sendProblem } from '../problem.js';
import { requestOrigin } from '../request-origin.js';
import type { Leave } from '../server/heavy-requests.js';
import type { HeldTexts } from '../server/held-texts.js';
import { isItsTurn, nextTurn } from '../server/is-its-turn.js';
import { NO_TURN, OVERLOADED } from '../server/request-cap.js';
import { servePatiently, waitFreely } from '../server/request-patience.js';
import { whenAnswered } from '../server/when-answered.js';
import { AnswerWithHeaders } from './answer-with-headers.js';
import { authenticate } from './authenticate.js';
import type { Check } from './check.js';
import { jsonBody } from './json-body.js';
import { rateLimit } from './rate-limit.js';
import { readBody, readParameters } from './read-input.js';
import { readQuery } from './read-query.js';
import { requireRight } from './require-right.js';
import { sendText } from './send-text.js';
import { STREAMED_BYTES, StreamedText, sendStreamed } from './streamed-text.js';
import { TaggedText, tagAnswer } from './tagged-text.js';
import { WrittenJson } from './written-json.js';

const NOTHING_READ = ok({});
const NO_BODY = ok(undefined);

/**
 * Serves an endpoint at one of its routes. The order of checks is the same everywhere (decision 3): token, rights, rate
 * limit, input, and existence, which the handler checks. Only a right that depends on the body is judged once that is parsed.
 */
export function serveEndpoint(
  endpoint: Endpoint,
  route: string,
  services: HandlerServices,
  texts: { readonly bodies: HeldTexts; readonly answers: HeldTexts },
): AppMiddleware {
  const {
    body: taken,
    isTagged,
    looksThrough,
    parameters: schemas = {},
    path,
    query: queried,
    refusedQuery,
    rights,
    unavailable,
  } = endpoint;
  const isStreamed = endpoint.answer.textType !== undefined;
  const turns = isStreamed ? services.exports : services.heavyRequests;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const checks = checksOf(endpoint, services, texts.bodies);
  const handle = endpoint.handler(services);
  // Any caller can lose a right, so caches must ask each time.
  const caching = rights.who === 'anyone' ? 'no-cache' : 'private, no-cache';

  const hasParameters = route.includes(':');
  const givesCsv = endpoint.answer.csv !== undefined;
  const readsQuery = queried !== undefined || refusedQuery !== undefined;

  const refuse = (ctx: AppContext, refused: Problem | ServerFailure) =>
    sendProblem(ctx, unavailable && 'event' in refused ? { problem: unavailable, ...refused } : refused);

  const serve = async (ctx: AppContext): Promise<void> => {
    // `/user/{userId}` must not take the methods that `/user/remove-permissions` does not.
    if (hasParameters && isOfFixedPath(ctx)) return;
    ctx.state.route = route;
    for (let isAgain = false; ; isAgain = true) {
      const refused = await refusalBy(checks, ctx);
      if (refused) return refuse(ctx, refused);
      // A tagged answer can be large. If it waits, its rights are judged again, so that they hold when it is made.
      const turn = !isTagged || isAgain || isItsTurn(ctx.res);
      if (turn === true) break;
      if (!(await turn)) return refuse(ctx, OVERLOADED);
    }
    const parameters = names.length === 0 ? NOTHING_READ : readParameters(schemas, segmentsOf(ctx, names));
    if (parameters.isErr()) return refuse(ctx, parameters.error);
    const query = readsQuery && ctx.querystring !== '' ? readQuery(endpoint, ctx.querystring) : NOTHING_READ;
    if (query.isErr()) return refuse(ctx, query.error);
    const body = taken ? readBody(taken, ctx.request.body) : NO_BODY;
    if (body.isErr()) return refuse(ctx, body.error);
    // A body can name hundreds of changes. Where they are made, rights are judged again.
    const turn = taken === undefined || isItsTurn(ctx.res, ctx.state.isBegun);
    if (turn !== true && !(await turn)) return refuse(ctx, OVERLOADED);

    if (givesCsv) ctx.vary('Accept');
    const { caller, requestId } = ctx.state;
    const rows = looksThrough?.({ parameters: parameters.value, query: query.value, body: body.value });
    let leave: Leave | undefined;
    if (rows !== undefined && (await turns.areMany(rows))) {
      const turn = turns.enter(caller.userId, ctx.res);
      leave = turn instanceof Promise ? await turn : turn;
      if (!leave) return refuse(ctx, NO_TURN);
      whenAnswered(ctx.res, leave);
      if (turn instanceof Promise) await nextTurn();
      // Whoever lost the right while waiting gets nothing; a body is not read twice.
      const refused = turn instanceof Promise && !taken ? await refusalBy(checks, ctx) : undefined;
      if (refused) return refuse(ctx, refused);
    }
    const { socket } = ctx.req;
    let held: { readonly since: number; readonly whenGone: () => void } | undefined;
    const handled = handle({
      caller,
      requestId,
      hold: (whenGone) => {
        held = { since: performance.now(), whenGone };
        ctx.state.leaveCap?.();
        waitFreely();
        leave?.();
        whenAnswered(ctx.res, whenGone);
        // Who hangs up looks like one who has only sent everything: the connection stays half open. Both are not kept waiting.
        if (socket.readableEnded) whenGone();
        else socket.once('end', whenGone);
      },
      asCsv: givesCsv && ctx.accepts('application/json', 'text/csv') === 'text/csv',
      ifMatch: ctx.req.headers['if-match'],
      origin: () => requestOrigin(ctx),
      parameters: parameters.value,
      query: query.value,
      body: body.value,
    });
    // A streamed answer is read while it is sent.
    const answer = await (leave && !isStreamed ? handled.finally(leave) : handled);
    if (endpoint.method !== 'get') services.trailWatch.changed();
    if (held) {
      socket.off('end', held.whenGone);
      ctx.state.heldFor = performance.now() - held.since;
      const refused = await refusalBy(checks, ctx);
      if (refused) return refuse(ctx, refused);
    }
    if (answer.isErr()) return refuse(ctx, answer.error);
    if (answer.value instanceof TaggedText) {
      if (!texts.answers.take(ctx.res, answer.value.body.length)) return refuse(ctx, OVERLOADED);
      sendText(ctx, answer.value.body, answer.value.contentType);
      ctx.set({ 'Cache-Control': caching, ...answer.value.headers });
      tagAnswer(ctx, answer.value.tag);
    } else if (answer.value instanceof StreamedText) {
      if (!texts.answers.take(ctx.res, STREAMED_BYTES)) return refuse(ctx, OVERLOADED);
      sendStreamed(ctx, answer.value);
      ctx.set('Cache-Control', caching);
    } else if (answer.value instanceof AnswerWithHeaders) {
      ctx.set({ ...answer.value.headers });
      sendText(ctx, JSON.stringify(answer.value.body));
    } else if (answer.value instanceof WrittenJson) sendText(ctx, answer.value.bytes);
    else sendText(ctx, JSON.stringify(answer.value));
  };
  return (ctx) => servePatiently(() => serve(ctx));
}

async function refusalBy(checks: readonly Check[], ctx: AppContext): Promise<Awaited<ReturnType<Check>>> {
  for (const check of checks) {
    const checked = check(ctx);
    const refused = checked instanceof Promise ? await checked : checked;
    if (refused) return refused;
  }
  return undefined;
}

function checksOf(endpoint: Endpoint, services: HandlerServices, bodies: HeldTexts): readonly Check[] {
  const { body, isLimited, rights } = endpoint;
  const { afterBody, beforeBody } = requireRight(endpoint, services.accessPolicy);
  return [
    ...(rights.who === 'anyone' ? [] : [authenticate(services.access, rights.badToken)]),
    ...beforeBody,
    ...(isLimited ? [rateLimit(services.rateLimiter)] : []),
    ...(body ? [jsonBody(bodies)] : []),
    ...afterBody,
  ];
}

/** The parts of the path as sent: the router passes on undecodable parts as if they were decoded. */
function segmentsOf({ captures = [] }: AppContext, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, n) => [name, captures[n] ?? '']));
}
