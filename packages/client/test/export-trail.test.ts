import { createClient } from '@ops-admin/client';
import { AS_IT_COMES, aRequest } from '@ops-admin/testing';
import { expect } from 'chai';
import {
  ADMIN,
  type OpenService,
  openService,
  PLAIN_USER,
} from '../../adapter-http-koa/test/open-service.ts';

describe('exportAudit', () => {
  let service: OpenService;
  before(async () => {
    service = await openService();
    for (let n = 0; n < 12; n++) {
      const action = n % 2 === 0 ? 'add' : 'remove';
      const hundred = Array.from({ length: 100 }, (_, m) => aRequest(2, action, [`service.a.a${m}`]));
      (await service.ports.permissions.change(hundred, AS_IT_COMES))._unsafeUnwrap();
    }
  });
  after(() => service.close());

  const clientOf = async (fetch?: (url: string, init: RequestInit) => Promise<Response>) => {
    const token = await service.tokenOf(ADMIN.id);
    return createClient({ baseUrl: service.url, token, ...(fetch && { fetch }) });
  };
  const read = async (client: ReturnType<typeof createClient>, how = {}) => {
    const came: (number | string)[] = [];
    for await (const one of client.exportAudit(how)) {
      came.push(one.isOk() ? one.value.id : `${one.error.type}: ${one.error.message}`);
    }
    return came;
  };

  it('returns every entry once, the oldest first, over several pages', async () => {
    const client = await clientOf();
    expect(await read(client)).to.deep.equal(Array.from({ length: 1202 }, (_, n) => n + 1));
    expect(await read(client, { after: 1200 })).to.deep.equal([1201, 1202]);
    expect(await read(client, { action: 'set' })).to.deep.equal([1, 2]);
  });

  it('returns the problem of a refused request', async () => {
    const [only, ...others] = await read(await clientOf(), { after: 9999 });
    expect(only).to.match(/^error-answer: entry 9999 does not exist/i);
    expect(others).to.deep.equal([]);
    const plain = createClient({ baseUrl: service.url, token: await service.tokenOf(PLAIN_USER.id) });
    expect((await read(plain))[0]).to.match(/^error-answer: .*reader/);
    const stranger = createClient({ baseUrl: service.url, token: 'not.a.token' });
    expect((await read(stranger))[0]).to.match(/^error-answer: /);
  });

  /** Answers that are cut, each within the line after so many. */
  const cutAfter = (...counts: number[]) =>
    clientOf(async (url, init) => {
      const count = counts.shift();
      const response = await fetch(url, init);
      if (count === undefined) return response;
      const whole = await response.text();
      const part = `${whole.split('\n').slice(0, count).join('\n')}\n{"id":`.trimStart();
      const parts = [part];
      const body = new ReadableStream({
        pull: (controller) => {
          const next = parts.shift();
          if (next === undefined) controller.error(new TypeError('terminated'));
          else controller.enqueue(new TextEncoder().encode(next));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
    });

  it('continues after the last entry where the answer is cut', async () => {
    expect(await read(await cutAfter(700, 2), { after: 100 })).to.deep.equal(
      Array.from({ length: 1102 }, (_, n) => n + 101),
    );
  });

  it('reports a cut before the first entry', async () => {
    expect((await read(await cutAfter(3, 0))).slice(-2)).to.deep.equal([
      3,
      'no-answer: The answer ended early',
    ]);
  });

  it('stops reading at a line without an end, and at an invalid entry', async () => {
    const answered = (pull: (controller: { enqueue(chunk: Uint8Array): void }) => void) =>
      clientOf(async () => {
        const body = new ReadableStream({ pull });
        return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
      });
    const mebibyte = new Uint8Array(1_048_576).fill(0x31);
    let sent = 0;
    const endless = await answered((controller) => {
      sent++;
      controller.enqueue(mebibyte);
    });
    expect(await read(endless)).to.deep.equal(['no-answer: The answer has a line longer than 64 MiB']);
    expect(sent).to.be.within(64, 70);
    for (const line of ['null\n', '[]\n', '{"id":"1"}\n']) {
      const odd = await answered((controller) => controller.enqueue(new TextEncoder().encode(line)));
      expect((await read(odd))[0], line).to.match(/^no-answer: The answer has another shape: /);
    }
  });

  it('ends where it is aborted', async () => {
    const abort = new AbortController();
    const came: unknown[] = [];
    for await (const one of (await clientOf()).exportAudit({ signal: abort.signal })) {
      came.push(one.isOk() ? one.value.id : one.error.type);
      abort.abort();
    }
    expect(came).to.deep.equal([1, 'aborted']);
  });
});
