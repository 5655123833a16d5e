import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS } from '../middleware/security-headers.js';
import { type DescribedProblem, type Problem, problemJson } from '../problem.js';
import { drainUnread } from './drain-unread.js';

export const NOT_HTTP: DescribedProblem = {
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'The request is not valid HTTP, or its method is not served',
  when: 'The request is not valid HTTP, or its method is not served.',
};

export const TOO_SLOW: DescribedProblem = {
  status: 408,
  code: 'REQUEST_TIMEOUT',
  message: 'The request did not arrive in time',
  when: 'The request did not arrive in time.',
};

export const HEADERS_TOO_LARGE: DescribedProblem = {
  status: 431,
  code: 'HEADERS_TOO_LARGE',
  message: 'The request line and headers are too large',
  when: 'The request line and headers are too large.',
};

const BY_ERROR: Readonly<Record<string, Problem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
  HPE_HEADER_OVERFLOW: HEADERS_TOO_LARGE,
};

/** How long a refused client can take to hang up, in milliseconds. */
const HANG_UP_MS = 1_000;

/** The refusal for an error of Node's HTTP parser. */
export function refusalOf({ code = '' }: NodeJS.ErrnoException): Problem {
  return BY_ERROR[code] ?? NOT_HTTP;
}

/** Answers on the bare connection in the format of the interface, and hangs up. */
export function refuseConnection(socket: Duplex, refusal: Problem, requestId: string): void {
  const { body, headers, status } = answerOf(refusal, requestId);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // Hanging up immediately could lose the answer before it is read; never hanging up would keep the connection.
  const cutOff = setTimeout(() => socket.destroy(), HANG_UP_MS);
  socket.once('close', () => clearTimeout(cutOff));
  socket.resume();
}

/** Answers a request after those before it, and hangs up. */
export function refuseRequest(response: ServerResponse, refusal: Problem, requestId: string): void {
  const { body, headers, status } = answerOf(refusal, requestId);
  response.writeHead(status, headers);
  if (response.req.complete || response.req.socket.isPaused()) response.end(body);
  else drainUnread(response, body);
}

function answerOf(refusal: Problem, requestId: string) {
  const body = JSON.stringify(problemJson(refusal));
  const headers = {
    Connection: 'close',
    'X-Request-Id': requestId,
    ...SECURITY_HEADERS,
    ...refusal.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  };
  return { status: refusal.status, headers, body };
}
