import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ProblemCode, problemBody } from './present/problem.js';
import { SECURITY_HEADERS } from './present/security-headers.js';

/** The answer to what cannot become a request. */
export type Refusal = readonly [
  status: number,
  code: ProblemCode,
  message: string,
  headers?: Readonly<Record<string, string>>,
];

export const NOT_HTTP: Refusal = [
  400,
  'VALIDATION_ERROR',
  'The request is not valid HTTP, or its method is not served',
];

export const TOO_MANY_CONNECTIONS: Refusal = [
  503,
  'SERVICE_UNAVAILABLE',
  'Too many connections are open; try again',
  { 'Retry-After': '1' },
];

const BY_ERROR: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The request line and headers are too large'],
};

/** How long a client may take to hang up once it is refused, in milliseconds. */
const LINGER = 1_000;

/** The refusal for an error of Node's HTTP parser. */
export function refusalOf({ code = '' }: NodeJS.ErrnoException): Refusal {
  return BY_ERROR[code] ?? NOT_HTTP;
}

/** Answers on the bare connection in the shape of the interface, and hangs up. Tells whether somebody was there for it. */
export function refuse(socket: Duplex, refusal: Refusal): boolean {
  if (!socket.writable) {
    socket.destroy();
    return false;
  }
  const { body, headers, status } = answerOf(refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // Hanging up at once could take the answer away before it is read; never hanging up would keep the connection.
  const cutOff = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(cutOff));
  return true;
}

/** Answers a request in its turn, and hangs up. */
export function refuseRequest(response: ServerResponse, refusal: Refusal): void {
  const { body, headers, status } = answerOf(refusal);
  response.writeHead(status, headers).end(body);
}

function answerOf([status, code, message, more]: Refusal) {
  const body = JSON.stringify(problemBody(code, message));
  const headers = {
    Connection: 'close',
    ...SECURITY_HEADERS,
    ...more,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  };
  return { status, headers, body };
}
