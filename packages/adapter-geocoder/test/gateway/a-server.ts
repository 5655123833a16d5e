import type { ServerResponse } from 'node:http';
import type { LocalServers } from '../../../../test/local-servers.ts';

/** The behaviour of a server for a request. */
export type Behaviour =
  | 'found'
  | 'empty'
  | 'busy'
  | 'refused'
  | 'broken'
  | 'odd'
  | 'garbage'
  | 'nowhere'
  | 'overlong'
  | 'silent';

/** A server that answers as Nominatim does, or as badly as it is set to. */
export class AServer {
  /** The behaviour for the next request. */
  behaviour: Behaviour = 'found';
  /** Headers it adds. */
  headers: Record<string, string> = {};
  /** Called while it thinks. */
  whenAsked: () => void = () => {};
  /** Milliseconds it thinks. */
  delayMs = 0;
  /** The texts it was asked for, and when. */
  readonly asked: { readonly text: string; readonly at: number }[] = [];
  readonly url: URL;

  private constructor(url: URL) {
    this.url = url;
  }

  /** `city` is the answer for every address. */
  static async start(servers: LocalServers, city: string): Promise<AServer> {
    const url = await servers.http((request, response) => {
      const text = new URL(request.url ?? '', 'http://localhost').searchParams.get('q') ?? '';
      server.asked.push({ text, at: performance.now() });
      server.whenAsked();
      const { behaviour } = server;
      setTimeout(() => answer(response, behaviour, city, server.headers), server.delayMs);
    });
    const server = new AServer(url);
    return server;
  }

  get texts(): string[] {
    return this.asked.map(({ text }) => text);
  }
}

function answer(
  response: ServerResponse,
  behaviour: Behaviour,
  city: string,
  headers: Record<string, string>,
): void {
  const place = { lat: '1', lon: '2', address: { city, country_code: 'li' } };
  const answers: Record<Exclude<Behaviour, 'silent'>, [status: number, body: string]> = {
    found: [200, JSON.stringify([place])],
    empty: [200, '[]'],
    busy: [429, 'Too many requests'],
    refused: [403, 'Blocked'],
    broken: [503, 'Query took too long to process.'],
    odd: [400, '{}'],
    garbage: [200, '<html>'],
    nowhere: [200, '[{"lat":"0","lon":"0.0","type":"house","address":{"city":"Suva","country_code":"fj"}}]'],
    overlong: [200, JSON.stringify([{ lat: '1', lon: '1', address: { city: 'x'.repeat(201) } }])],
  };
  if (behaviour === 'silent') return;
  const [status, body] = answers[behaviour];
  response.writeHead(status, headers).end(body);
}
