import { type Client, createClient } from '@ops-admin/client';
import { noteAnswer } from './parts/offline.js';
import { accessToken, noteForbidden, onRefused } from './sign-in/token.js';

/** The address of the service; the page is at its root. */
export const SERVICE_URL: string = new URL('.', location.href).href;

/** Returns a client whose requests one signal aborts. */
export function serviceFor(signal?: AbortSignal): Client {
  return createClient({ baseUrl: SERVICE_URL, token: accessToken, signal, fetch: fetchAndNotice });
}

/** The client for requests that are never aborted. */
export const service: Client = serviceFor();

/** A refused token ends the session; missing access only shows that the user's access may have changed. */
async function fetchAndNotice(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((error) => {
    if (!init.signal?.aborted) noteAnswer('offline');
    throw error;
  });
  // The client repeats reads; meanwhile the page says why nothing arrives.
  const isBusy = init.method === 'GET' && (response.status === 429 || response.status === 503);
  noteAnswer(isBusy ? 'busy' : undefined);
  const challenge = response.headers.get('WWW-Authenticate') ?? '';
  const lacksAccess = response.status === 403 || challenge.includes('insufficient_scope');
  if (lacksAccess) noteForbidden();
  else if (response.status === 401) onRefused(challenge);
  return response;
}
