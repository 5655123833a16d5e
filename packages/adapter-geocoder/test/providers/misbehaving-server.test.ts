import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { ADDRESS, aLookup, LOCATION, PLACE } from './nominatim-lookup.ts';

type Respond = (socket: Socket) => void;

const GOOD = JSON.stringify([PLACE]);
/** JSON for "no such place" in 5 MB: where it is read in spite of its size, the lookup ends otherwise. */
const LARGE = `[${' '.repeat(5_000_000)}]`;

const answer = (body: string | Buffer, headers: readonly string[] = [], status = '200 OK') =>
  Buffer.concat([Buffer.from([`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n')), Buffer.from(body)]);
const sized = (body: string | Buffer, headers: readonly string[] = [], status = '200 OK') =>
  answer(body, [`Content-Length: ${Buffer.byteLength(body)}`, ...headers], status);
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunked = (body: string) => answer(body, ['Transfer-Encoding: chunked']);
const encoded = (encoding: string, body: Buffer) => sized(body, [`Content-Encoding: ${encoding}`]);

const sends =
  (bytes: Buffer): Respond =>
  (socket) =>
    socket.write(bytes);
const sendsAndCloses =
  (bytes: Buffer): Respond =>
  (socket) =>
    socket.end(bytes);
const drips =
  (bytes: Buffer, everyMs: number): Respond =>
  (socket) => {
    let sent = 0;
    const timer = setInterval(() => socket.write(bytes.subarray(sent, ++sent)), everyMs);
    socket.setNoDelay(true).on('close', () => clearInterval(timer));
  };

describe('NominatimGeoLookup with a misbehaving server', () => {
  const servers = localServers();

  const SLOW = { timeoutMs: 150 };
  const failures: Record<string, [reason: RegExp, respond: Respond, options?: { timeoutMs: number }]> = {
    'resets the connection': [/ECONNRESET/, (socket) => socket.resetAndDestroy()],
    'closes the connection unanswered': [/ECONNRESET/, (socket) => socket.end()],
    'sends text that is not HTTP': [/HPE_/, sendsAndCloses(Buffer.from('220 mail.example.org ESMTP\r\n'))],
    'stops in the head': [/ECONNRESET|HPE_/, sendsAndCloses(Buffer.from('HTTP/1.1 200 OK\r\nContent-'))],
    'sends a head without end': [/HPE_HEADER_OVERFLOW/, sends(answer('', [`X: ${'x'.repeat(100_000)}`]))],
    'stops in a sized body': [/ECONNRESET|PREMATURE/, sendsAndCloses(sized(GOOD).subarray(0, -1))],
    'stops in a chunked body': [/ECONNRESET|PREMATURE/, sendsAndCloses(chunked(chunk(GOOD)))],
    'stops in a body without a size': [/not a list/, sendsAndCloses(answer(GOOD.slice(0, -1)))],
    'resets in the body': [
      /ECONNRESET|PREMATURE/,
      (socket) => socket.write(sized(GOOD).subarray(0, -1), () => socket.resetAndDestroy()),
    ],
    'sends a malformed size': [/HPE_/, sends(answer(GOOD, ['Content-Length: many']))],
    'sends a size below zero': [/HPE_/, sends(answer(GOOD, ['Content-Length: -1']))],
    'sends two sizes': [/HPE_/, sends(sized(GOOD, ['Content-Length: 3']))],
    'sends a chunk of no size': [/HPE_|ECONNRESET/, sends(chunked(`zz\r\n${GOOD}\r\n0\r\n\r\n`))],
    'sends a control character in a header': [/HPE_/, sends(sized(GOOD, ['X: \u0000']))],
    'switches protocols': [
      /./,
      sends(answer('', ['Connection: upgrade', 'Upgrade: x'], '101 Switching')),
      SLOW,
    ],
    'never answers': [/timed out/, () => {}, SLOW],
    'stops forever in the head': [/timed out/, sends(Buffer.from('HTTP/1.1 200 OK\r\n')), SLOW],
    'stops forever before the body': [/timed out/, sends(sized(GOOD).subarray(0, -GOOD.length)), SLOW],
    'stops forever in the body': [/timed out/, sends(sized(GOOD).subarray(0, -1)), SLOW],
    'stops forever in a gzip body': [
      /timed out/,
      sends(encoded('gzip', gzipSync(GOOD)).subarray(0, -20)),
      SLOW,
    ],
    'stops forever before a deflate body': [
      /timed out/,
      sends(answer('', ['Content-Length: 50', 'Content-Encoding: deflate'])),
      SLOW,
    ],
    'sends headers forever': [
      /timed out/,
      drips(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(9)), 10),
      SLOW,
    ],
    'drips its answer': [/timed out/, drips(sized(GOOD), 20), SLOW],
    'sends 5 MB': [/max-size/, sends(sized(LARGE))],
    'sends 5 MB in chunks': [/max-size/, sends(chunked(`${chunk(LARGE)}0\r\n\r\n`))],
    'sends 5 MB without a size': [/max-size/, sendsAndCloses(answer(LARGE))],
    'sends 5 MB in a few bytes of gzip': [/max-size/, sends(encoded('gzip', gzipSync(LARGE)))],
    'sends 5 MB in a few bytes of deflate': [/max-size/, sends(encoded('deflate', deflateSync(LARGE)))],
    'sends 5 MB in a few bytes of Brotli': [/max-size/, sends(encoded('br', brotliCompressSync(LARGE)))],
    'sends 1 byte more than 1 MiB': [/max-size/, sends(sized(`[${' '.repeat(2 ** 20 - 1)}]`))],
    'sends garbage for gzip': [/Z_DATA_ERROR/, sends(encoded('gzip', Buffer.from(GOOD)))],
    'sends garbage for deflate': [/Z_DATA_ERROR/, sends(encoded('deflate', Buffer.from(GOOD)))],
    'sends garbage for Brotli': [/./, sends(encoded('br', Buffer.from(GOOD)))],
    'sends half of a gzip body': [/./, sends(encoded('gzip', gzipSync(GOOD).subarray(0, -30)))],
    'encodes the body in an unknown way': [/not a list/, sends(encoded('zstd', gzipSync(GOOD)))],
    'sends invalid UTF-8': [
      /not a list/,
      sends(sized(Buffer.from(GOOD.replace('Darwin', 'Darw\u00edn'), 'latin1'))),
    ],
    'sends UTF-16': [/not a list/, sends(sized(Buffer.from(`\ufeff${GOOD}`, 'utf16le')))],
  };
  for (const [behaviour, [reason, respond, options]] of Object.entries(failures)) {
    it(`is unavailable when it ${behaviour}`, async () => {
      const baseUrl = await servers.raw(respond);
      const error = (await aLookup(baseUrl, options))._unsafeUnwrapErr();
      expect(error).to.have.property('type', 'lookup-unavailable');
      expect(error).to.have.property('reason').that.matches(reason);
      for (const secret of [ADDRESS, 'Vaduz', 'search', baseUrl.port]) {
        expect(JSON.stringify(error)).to.not.include(secret);
      }
      await servers.allConnectionsClosed();
    });
  }

  it('is unavailable where the server refuses connections', async () => {
    const error = (await aLookup(new URL('http://127.0.0.1:1/')))._unsafeUnwrapErr();
    expect(error).to.deep.equal({ type: 'lookup-unavailable', reason: 'request failed: ECONNREFUSED' });
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`follows no redirect of status ${status}`, async () => {
      const paths: (string | undefined)[] = [];
      const baseUrl = await servers.http((request, response) => {
        paths.push(request.url);
        if (paths.length > 1) response.end(GOOD);
        else response.writeHead(status, { location: '/elsewhere' }).end();
      });
      expect((await aLookup(baseUrl))._unsafeUnwrapErr()).to.deep.equal({
        type: 'lookup-unavailable',
        reason: 'request failed: no-redirect',
      });
      expect(paths).to.have.length(1);
      await servers.allConnectionsClosed();
    });
  }

  const refusals: Record<string, Respond> = {
    'is cut off': sendsAndCloses(answer('', ['Content-Length: 9'], '429 Too Many Requests')),
    'is too large': sends(sized(LARGE, [], '429 Too Many Requests')),
    'is garbage': sends(sized('no gzip', ['Content-Encoding: gzip'], '429 Too Many Requests')),
    'never arrives': sends(answer('', ['Content-Length: 9'], '429 Too Many Requests')),
  };
  for (const [flaw, respond] of Object.entries(refusals)) {
    it(`knows quota-exceeded by the status when the body ${flaw}`, async () => {
      const result = await aLookup(await servers.raw(respond), { timeoutMs: 300 });
      expect(result._unsafeUnwrapErr()).to.deep.equal({ type: 'quota-exceeded' });
      await servers.allConnectionsClosed();
    });
  }

  const successes: Record<string, Respond> = {
    'leaves the connection open': sends(sized(GOOD)),
    'ends the body by closing': sendsAndCloses(answer(GOOD)),
    'sends every byte alone': drips(chunked(`${[...GOOD].map(chunk).join('')}0\r\n\r\n`), 1),
    'sends trailers': sends(chunked(`${chunk(GOOD)}0\r\nX-Checksum: 1\r\n\r\n`)),
    'sends early hints': sends(Buffer.concat([answer('', [], '103 Early Hints'), sized(GOOD)])),
    'sends a byte order mark': sends(sized(`\ufeff${GOOD}`)),
    'calls it text/html': sends(sized(GOOD, ['Content-Type: text/html; charset=iso-8859-1'])),
    'compresses with gzip': sends(encoded('gzip', gzipSync(GOOD))),
    'compresses with deflate': sends(encoded('deflate', deflateSync(GOOD))),
    'compresses with Brotli': sends(encoded('br', brotliCompressSync(GOOD))),
    'does not stop at the end of its Brotli body': sends(
      answer(Buffer.concat([brotliCompressSync(GOOD), Buffer.from('more')]), [
        'Content-Length: 1000000',
        'Content-Encoding: br',
      ]),
    ),
    'sends no more than 1 MiB': sends(sized(GOOD.padEnd(2 ** 20))),
  };
  for (const [behaviour, respond] of Object.entries(successes)) {
    it(`finds the location when it ${behaviour}`, async () => {
      // Thousands of bytes, each by a timer, take longer than the usual time limit on a busy machine.
      const result = await aLookup(await servers.raw(respond), { timeoutMs: 60_000 });
      expect(result._unsafeUnwrap()).to.deep.equal(LOCATION);
      await servers.allConnectionsClosed();
    });
  }

  it('leaves no timer that keeps the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const good = await servers.raw(sends(sized(GOOD)));
    const bad = await servers.raw((socket) => socket.resetAndDestroy());
    const before = timers();
    await aLookup(good, { timeoutMs: 60_000 });
    await aLookup(bad, { timeoutMs: 60_000 });
    expect(timers()).to.equal(before);
  });
});
