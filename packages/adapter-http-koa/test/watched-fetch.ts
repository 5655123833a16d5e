import type { DescriptionCheck } from './description.ts';

const plainFetch = globalThis.fetch;
const watched = new Map<string, DescriptionCheck>();

/** Makes every `fetch` to a service fail a test where the answer is not as described. */
export function watch(origin: string, check: DescriptionCheck): void {
  watched.set(origin, check);
}

/** Ends the watching of a service that has stopped: its port may be another server's next. */
export function unwatch(origin: string): void {
  watched.delete(origin);
}

globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  const method = init?.method ?? 'GET';
  // Pages are for people, a preflight for browsers.
  const isPage = /^\/(?:docs\b|page\/(?!config$)|$)/.test(url.pathname);
  const isOutside = isPage || (method === 'OPTIONS' && response.status === 204);
  const check = watched.get(url.origin);
  if (!check || isOutside) return response;
  const flaws = check.flawsOfExchange({
    method,
    path: url.pathname,
    requestBody: await parsed(init?.body),
    status: response.status,
    headers: response.headers,
    text: await response.clone().text(),
  });
  if (flaws.length === 0) return response;
  throw new Error(`${method} ${url.pathname}: not as described\n${flaws.join('\n')}`);
};

async function parsed(body: RequestInit['body']): Promise<unknown> {
  try {
    return await new Response(body ?? null).json();
  } catch {
    return undefined;
  }
}
