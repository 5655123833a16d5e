import { type Client, createClient } from '@ops-admin/client';
import { noteAnswer } from './parts/offline.js';
import { accessToken, onRefused } from './sign-in/token.js';

/** Where the service is: the page is at its root. */
export const SERVICE_URL: string = new URL('.', location.href).href;

/** The service, for requests that end together. */
export function serviceFor(signal?: AbortSignal): Client {
  return createClient({ baseUrl: SERVICE_URL, token: accessToken, signal, fetch: fetchAndNotice });
}

/** For requests that nothing ends. */
export const service: Client = serviceFor();

/** A refused token ends the session, wherever it was noticed; somebody without a right still is who they are. */
async function fetchAndNotice(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((error) => {
    if (!init.signal?.aborted) noteAnswer('offline');
    throw error;
  });
  // The client repeats reads, and the page says meanwhile why nothing comes.
  const isBusy = init.method === 'GET' && (response.status === 429 || response.status === 503);
  noteAnswer(isBusy ? 'busy' : undefined);
  const challenge = response.headers.get('WWW-Authenticate') ?? '';
  if (response.status === 401 && !challenge.includes('insufficient_scope')) onRefused(challenge);
  return response;
}
