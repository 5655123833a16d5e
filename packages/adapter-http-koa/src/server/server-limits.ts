/** The limits of a server for its clients; times in milliseconds. */
export interface ServerLimits {
  /** Open connections; one more gets 503 and is closed. */
  readonly connections: number;
  /** From the first byte of a request to the end of its headers, and from the connection to its first byte. */
  readonly headers: number;
  /** From the first byte of a request to the end of its body. */
  readonly request: number;
  /** From an answer to the next request on the same connection. */
  readonly idle: number;
  /** From the begin of an answer, or of a piece of one in pieces, until the client has read all of it. */
  readonly answer: number;
  /** How often slow connections are looked for. */
  readonly checkEvery: number;
}

/** For a service behind a balancer that keeps its own connections for 60 seconds, as most do, and for bodies of 1 MiB. */
export const DEFAULT_LIMITS: ServerLimits = {
  connections: 10_000,
  headers: 15_000,
  request: 60_000,
  idle: 65_000,
  answer: 60_000,
  checkEvery: 1_000,
};
