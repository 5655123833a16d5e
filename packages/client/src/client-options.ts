/** Where the service is, and who asks. */
export interface ClientOptions {
  /** The URL of the service, with a path if it has one: `https://ops.example.org/admin`. In a page it can be relative. */
  readonly baseUrl: string;
  /** An access token, or a function that gives one, called before every request that takes a token. */
  readonly token: string | (() => string | Promise<string>);
  /** Aborts running requests and all later ones. */
  readonly signal?: AbortSignal | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}
