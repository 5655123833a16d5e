/** Where the service is, and who asks. */
export interface ClientOptions {
  /** The address of the service, which may be below a path: `https://ops.example.org/admin`. In a page it may be relative. */
  readonly baseUrl: string;
  /** An access token, or a function that gives one, called before every request that takes a token. */
  readonly token: string | (() => string | Promise<string>);
  /** Aborts what is under way, and all that comes later. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}
