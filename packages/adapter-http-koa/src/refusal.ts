import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ProblemCode, problemBody } from './present/problem.js';
import { SECURITY_HEADERS } from './present/security-headers.js';

/** The answer to what cannot become a request. */
export type Refusal = readonly [status: number, code: ProblemCode, message: string];

export const NOT_HTTP: Refusal = [
  400,
  'VALIDATION_ERROR',
  'The request is not valid HTTP, or its method is not served',
];

const BY_ERROR: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The request line and headers are too large'],
};

/** The refusal for an error of Node's HTTP parser. */
export function refusalOf({ code = '' }: NodeJS.ErrnoException): Refusal {
  return BY_ERROR[code] ?? NOT_HTTP;
}

/** Answers on the bare connection in the shape of the interface, and hangs up. */
export function refuse(socket: Duplex, [status, code, message]: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problemBody(code, message));
  const headers = {
    Connection: 'close',
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
