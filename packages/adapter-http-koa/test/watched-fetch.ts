import { type Description, DescriptionCheck } from './description.js';

const plainFetch = globalThis.fetch;
let check: Promise<DescriptionCheck> | undefined;
const watched = new Set<string>();

/** Makes every `fetch` to a service fail a test where the answer is not as `/openapi.json` describes it. */
export function watch(origin: string): void {
  watched.add(origin);
}

globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  const method = init?.method ?? 'GET';
  // The page is for people, a preflight for browsers.
  const isOutside = /^\/docs\b/.test(url.pathname) || (method === 'OPTIONS' && response.status === 204);
  if (!watched.has(url.origin) || isOutside) return response;
  check ??= plainFetch(`${url.origin}/openapi.json`).then(
    async (described) => new DescriptionCheck((await described.json()) as Description),
  );
  const flaws = (await check).flawsOfExchange({
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
