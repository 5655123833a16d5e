import { parseStrictJson } from '@ops-admin/core/adapter';

/** The largest document allowed from a provider. */
const DOCUMENT_MAX_BYTES = 256 * 1024;
/** How long a provider can take to answer. */
const FETCH_TIMEOUT_MS = 5000;

export interface FetchedDocument {
  readonly status: number;
  /** The JSON of an answer with status 200; `undefined` for any other answer. */
  readonly body: unknown;
}

/** One request to a provider: limited in time and size, never redirected. Rejects with an error that is safe to log. */
export async function fetchDocument(url: URL, init: RequestInit = {}): Promise<FetchedDocument> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    if (response.status === 200) return { status: 200, body: parseJson(await read(response)) };
    await response.body?.cancel();
    return { status: response.status, body: undefined };
  } catch (error) {
    throw new Error(`${url.origin} did not answer: ${reasonOf(error)}`);
  }
}

async function read(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > DOCUMENT_MAX_BYTES) throw new Error(`more than ${DOCUMENT_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The message of a failed fetch is not useful; its cause has a code. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? 'unknown reason';
}

/** The value of a text, whose byte order mark is ignored; `undefined` if it is not JSON or repeats a member. */
export function parseJson(text: string): unknown {
  return parseStrictJson(text.replace(/^\uFEFF/, '')).unwrapOr(undefined);
}
