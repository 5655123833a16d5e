import { getEventListeners, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { type ClientOptions, createClient, type Problem } from '@ops-admin/client';
import { expect } from 'chai';
import { localServers } from '../../../test/local-servers.ts';
import { until } from '../../../test/until.ts';

const TOKEN = 'eyJhbGciOiJub25lIn0.c2VjcmV0.c2lnbmF0dXJl';

describe('A request without an answer from the service', () => {
  const servers = localServers();

  async function problemAt(baseUrl: URL | string, options: Partial<ClientOptions> = {}): Promise<Problem> {
    const client = createClient({ baseUrl: String(baseUrl), token: TOKEN, ...options });
    const problem = (await client.listDepartments({ start: 0, end: 10 }))._unsafeUnwrapErr();
    expect(JSON.stringify(problem)).to.not.include(TOKEN);
    return problem;
  }

  describe('is a problem no-answer', () => {
    it('where the server refuses connections', async () => {
      const server = createServer();
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      server.close();
      expect(await problemAt(`http://127.0.0.1:${port}`)).to.deep.equal({
        type: 'no-answer',
        message: `The service did not answer: connect ECONNREFUSED 127.0.0.1:${port}`,
      });
    });

    it('where the connection is cut before or during the answer', async () => {
      const before = await servers.raw((socket) => socket.destroy());
      const within = await servers.raw((socket) =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"da'),
      );
      for (const url of [before, within]) expect((await problemAt(url)).type).to.equal('no-answer');
    });

    it('where the answer is not HTTP, without repeating the request', async () => {
      const url = await servers.raw((socket) => socket.end(`500 what is ${TOKEN}?\r\n`));
      expect((await problemAt(url)).type).to.equal('no-answer');
    });

    const foreign: Readonly<Record<string, readonly [status: number, type: string, text: string]>> = {
      'the page of a proxy that failed': [502, 'text/html', '<html>Bad gateway</html>'],
      'a page in place of an answer': [200, 'text/html', '<html>Sign in</html>'],
      'broken JSON': [200, 'application/json', '{"data":{"total"'],
      'JSON without data': [200, 'application/json', '{"status":"ok"}'],
      'data that is not an object': [200, 'application/json', '{"data":null}'],
      'data that is a list': [200, 'application/json', '{"data":[]}'],
      'a list': [200, 'application/json', '[{"data":{"total":1,"departments":[]}}]'],
      null: [200, 'application/json', 'null'],
      'an error with another form': [401, 'application/json', '{"error":"unauthorized"}'],
      'an error with another form inside': [500, 'application/json', '{"error":{"code":7,"message":null}}'],
      nothing: [204, '', ''],
    };
    for (const [what, [status, type, text]] of Object.entries(foreign)) {
      it(`with the status where the answer is ${what}`, async () => {
        const url = await servers.http((_request, response) => {
          response.writeHead(status, { 'Content-Type': type }).end(status === 204 ? undefined : text);
        });
        const problem = await problemAt(url);
        expect(problem).to.include({ type: 'no-answer', status });
        expect(problem.message).to.include(`${status}`);
      });
    }

    const misshapen: Readonly<Record<string, string>> = {
      '{"total":1,"departments":"x"}': 'departments is not object[]',
      '{"total":1,"departments":["x"]}': 'departments is not object[]',
      '{"total":"1","departments":[]}': 'total is not number',
      '{"total":1}': 'departments is not object[]',
      '{}': 'total is not number',
    };
    for (const [data, mistake] of Object.entries(misshapen)) {
      it(`that names the form of ${data}`, async () => {
        const url = await servers.http((_request, response) => response.end(`{"data":${data}}`));
        expect(await problemAt(url)).to.deep.equal({
          type: 'no-answer',
          status: 200,
          message: `The answer has another shape, with status 200: ${mistake}`,
        });
      });
    }

    it('where it does not end, after 64 MiB', async () => {
      let sent = 0;
      const spaces = function* () {
        for (; sent < 1_000; sent++) yield Buffer.alloc(1_048_576, ' ');
      };
      const url = await servers.http((_request, response) => void pipeline(spaces, response).catch(() => {}));
      expect(await problemAt(url)).to.deep.equal({
        type: 'no-answer',
        status: 200,
        message: 'The answer is longer than 64 MiB: 200',
      });
      await servers.allConnectionsClosed();
      expect(sent).to.be.within(64, 80);
    });

    describe('where no data arrives for 60 seconds', () => {
      const { setTimeout } = globalThis;
      let minutes: number;
      let isOver: () => boolean;
      beforeEach(() => {
        minutes = 0;
        isOver = () => false;
        globalThis.setTimeout = ((run: (...of: unknown[]) => void, ms: number, ...of: unknown[]) => {
          if (ms !== 60_000) return setTimeout(run, ms, ...of);
          minutes++;
          const minute = setInterval(() => {
            if (!isOver()) return;
            clearInterval(minute);
            run(...of);
          }, 1);
          return minute;
        }) as typeof setTimeout;
      });
      afterEach(() => {
        globalThis.setTimeout = setTimeout;
      });
      const silent = {
        type: 'no-answer',
        message: 'The service has sent nothing for 60 seconds',
        isSilent: true,
      };

      it('before or during the answer', async () => {
        let isAsked = false;
        const before = await servers.http(() => {
          isAsked = true;
        });
        isOver = () => isAsked;
        expect(await problemAt(before)).to.deep.equal(silent);
        const within = await servers.http((_request, response) => void response.write('{"da'));
        minutes = 0;
        // Another minute begins with what has come.
        isOver = () => minutes > 1;
        expect(await problemAt(within)).to.deep.equal(silent);
        await servers.allConnectionsClosed();
      });

      it('but not while data arrives', async () => {
        const url = await servers.http(async (_request, response) => {
          for (const next of '{"data":{"total":"x"}}') {
            const before = minutes;
            response.write(next);
            await until(() => minutes > before, 'a minute that begins with what has come');
          }
          response.end();
        });
        expect((await problemAt(url)).message).to.include('total is not number');
      });
    });

    it('for a redirect, which is not followed', async () => {
      const reached: IncomingMessage[] = [];
      const elsewhere = await servers.http((request, response) => {
        reached.push(request);
        response.end('{"data":{}}');
      });
      for (const status of [301, 302, 303, 307, 308]) {
        const url = await servers.http((_request, response) => {
          response.writeHead(status, { Location: elsewhere.href }).end();
        });
        expect(await problemAt(url)).to.include({ type: 'no-answer', status });
      }
      expect(reached).to.deep.equal([]);
    });

    for (const thrown of [
      new Error(`cannot send Bearer ${TOKEN}`),
      TOKEN,
      null,
      undefined,
      Object.create(null),
    ]) {
      it(`where fetch fails with ${thrown instanceof Error ? 'an error that has the token' : typeof thrown}`, async () => {
        const url = 'https://ops.example.org';
        const rejects = await problemAt(url, { fetch: () => Promise.reject(thrown) });
        const throws = await problemAt(url, {
          fetch: () => {
            throw thrown;
          },
        });
        for (const problem of [rejects, throws]) expect(problem.type).to.equal('no-answer');
      });
    }

    it('without the token, even if an answer repeats it', async () => {
      const url = await servers.http(({ headers }, response) => {
        const error = { code: 'UNAUTHORIZED', message: `unknown: ${headers.authorization}` };
        response.writeHead(401, { 'Content-Type': `text/${TOKEN}` }).end(JSON.stringify({ error }));
      });
      expect(await problemAt(url)).to.include({ code: 'UNAUTHORIZED', message: 'unknown: Bearer …' });
    });
  });

  describe('is a problem aborted', () => {
    const slow = () => servers.http(() => {});

    it('where the signal aborts before, during or after the request', async () => {
      expect((await problemAt(await slow(), { signal: AbortSignal.abort() })).type).to.equal('aborted');
      expect((await problemAt(await slow(), { signal: AbortSignal.timeout(20) })).type).to.equal('aborted');
      const stuck = await servers.http((_request, response) => response.writeHead(200).write('{"data'));
      expect((await problemAt(stuck, { signal: AbortSignal.timeout(50) })).type).to.equal('aborted');
    });

    it('where the signal of that call aborts, and no other', async () => {
      const url = await servers.http(({ url: path }, response) => {
        if (path?.startsWith('/geo')) response.end(JSON.stringify({ data: { address: {} } }));
      });
      const client = createClient({ baseUrl: url.href, token: 'a-token' });
      const { signal } = new AbortController();
      const [stopped, located] = await Promise.all([
        client.listUsers({ start: 0, end: 0, signal: AbortSignal.timeout(20) }),
        client.locate({ address: 'Lima', signal }),
      ]);
      expect(stopped._unsafeUnwrapErr().type).to.equal('aborted');
      expect(located._unsafeUnwrap()).to.deep.equal({ address: {} });
      expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
    });

    it('immediately, where it aborts during the wait for a retry', async () => {
      const url = await servers.http((_request, response) =>
        response.writeHead(503, { 'Retry-After': '20' }).end(),
      );
      const started = performance.now();
      expect((await problemAt(url, { signal: AbortSignal.timeout(50) })).type).to.equal('aborted');
      expect(performance.now() - started).to.be.below(15_000);
    });

    it('and leaves no listener on a signal that does not abort', async () => {
      const { signal } = new AbortController();
      const url = await servers.http((_request, response) => response.end('{}'));
      for (let n = 0; n < 3; n += 1) await problemAt(url, { signal });
      expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
    });

    it('but a time limit of fetch itself is no-answer', async () => {
      const problem = await problemAt(await slow(), {
        fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(20) }),
      });
      expect(problem).to.deep.equal({
        type: 'no-answer',
        message: 'The service did not answer: The operation was aborted due to timeout',
      });
    });
  });

  describe('is a problem not-sent', () => {
    let asked: number;
    beforeEach(() => {
      asked = 0;
    });
    const fetch = async (): Promise<Response> => {
      asked += 1;
      return Response.json({ data: {} });
    };
    const baseUrl = 'https://ops.example.org';

    const noTokens: Readonly<Record<string, unknown>> = {
      'a function that throws': () => {
        throw new Error(`${TOKEN} is stale`);
      },
      'a function that rejects': () => Promise.reject(new Error(`${TOKEN} is stale`)),
      'a function that returns nothing': () => undefined,
      nothing: undefined,
      'an empty text': '',
      'a token with a line end': `${TOKEN}\n`,
      'two tokens': `${TOKEN} ${TOKEN}`,
      'a token that is not ASCII': `${TOKEN}…`,
    };
    for (const [what, token] of Object.entries(noTokens)) {
      it(`where the token is ${what}`, async () => {
        const problem = await problemAt(baseUrl, { fetch, token: token as string });
        expect(problem).to.deep.equal({
          type: 'not-sent',
          message: 'The token is missing, or has characters that are not allowed',
        });
        expect(asked).to.equal(0);
      });
    }

    for (const wrong of [
      'ops.example.org',
      '',
      'https://',
      'https://user:secret@ops.example.org',
      `${baseUrl}?a=b`,
      `${baseUrl}/#a`,
    ]) {
      it(`where baseUrl is ${JSON.stringify(wrong)}`, async () => {
        const problem = await problemAt(wrong, { fetch });
        expect(problem.type).to.equal('not-sent');
        expect(problem.message).to.include('baseUrl').and.not.include('secret');
        expect(asked).to.equal(0);
      });
    }

    for (const address of ['.', '..', 'half a \ud83d character']) {
      it(`where a part of the path is ${JSON.stringify(address)}`, async () => {
        const client = createClient({ baseUrl, token: TOKEN, fetch });
        expect((await client.locate({ address }))._unsafeUnwrapErr().type).to.equal('not-sent');
        expect(asked).to.equal(0);
      });
    }

    it('where a member cannot be written as JSON', async () => {
      const client = createClient({ baseUrl, token: TOKEN, fetch });
      const members = { userId: 7n as unknown as string, permissions: [] };
      expect((await client.addPermissions(members))._unsafeUnwrapErr().type).to.equal('not-sent');
    });
  });
});
