/** The limits of a server for its clients; times in milliseconds. */
export interface ServerLimits {
  /** Open connections; the server closes one more without an answer. */
  readonly connections: number;
  /** Requests on one connection, which then ends: a balancer can send the client to another instance. */
  readonly requestsPerConnection: number;
  /** From the first byte of a request to the end of its headers, and from the connection to its first byte. */
  readonly headers: number;
  /** From the first byte of a request to the end of its body. */
  readonly request: number;
  /** From an answer to the next request on the same connection. */
  readonly idle: number;
  /** Without a byte in either direction while a request runs or its answer is read. */
  readonly silence: number;
  /** How often the server looks for slow requests. */
  readonly checkEvery: number;
}

/**
 * Limits for a service behind a balancer that keeps its own connections for 60 seconds, as most do, and for bodies of 1 MiB. Silence is
 * longer than the longest wait of the feed (60 s) and the longest look-up.
 */
export const DEFAULT_LIMITS: ServerLimits = {
  connections: 10_000,
  requestsPerConnection: 100_000,
  headers: 15_000,
  request: 60_000,
  idle: 65_000,
  silence: 90_000,
  checkEvery: 1_000,
};
