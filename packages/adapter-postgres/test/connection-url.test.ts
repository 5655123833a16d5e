import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@ops-admin/adapter-postgres';
import { expect } from 'chai';

/** The first bytes of a client: the request for TLS, or what says who wants in. */
const TLS_REQUEST = '0000000804d2162f';
const SECRET = 'hunter2';

describe('The URL of a PostgreSQL database', () => {
  let server: Server;
  let heard: Buffer;
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    heard = Buffer.alloc(0);
    // Offers no TLS, and asks for the password in plain text.
    server = createServer(serve);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard = Buffer.concat([heard, bytes]);
      if (bytes.toString('hex') === TLS_REQUEST) socket.write('N');
      else if (bytes[0] === 0) socket.write(Buffer.from('520000000800000003', 'hex'));
      else socket.destroy();
    });
  };
  afterEach(() => {
    for (const name of ['PGSSLMODE', 'PGHOST', 'PGUSER', 'PGPASSWORD']) delete process.env[name];
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const port = () => (server.address() as AddressInfo).port;
  async function tried(host: string, parameters = '') {
    const opened = await openDatabase(`postgres://ada:${SECRET}@${host}:${port()}/x${parameters}`);
    return opened._unsafeUnwrapErr();
  }
  const gotPassword = () => heard.includes(SECRET);

  it('requires TLS where it does not set sslmode, and names the remedy without TLS', async () => {
    // The same machine, by a name that says nothing of it.
    const { message, problem } = await tried('127.1');
    expect(heard.toString('hex')).to.equal(TLS_REQUEST);
    expect(problem).to.equal('unreachable');
    expect(message).to.include('offers no TLS').and.include('sslmode=disable');
  });

  const modes: [mode: string, isPlain: boolean][] = [
    ['disable', true],
    ['prefer', false],
    ['require', false],
    ['verify-ca', false],
    ['verify-full', false],
    ['no-verify', false],
  ];
  for (const [mode, isPlain] of modes) {
    it(`sends the password ${isPlain ? '' : 'not '}without TLS where sslmode is ${mode}`, async () => {
      await tried('127.1', `?sslmode=${mode}`);
      expect(gotPassword()).to.equal(isPlain);
      heard = Buffer.alloc(0);
      process.env.PGSSLMODE = mode;
      await tried('127.1');
      expect(gotPassword(), 'PGSSLMODE').to.equal(isPlain);
    });
  }

  it('wins over PGSSLMODE', async () => {
    process.env.PGSSLMODE = 'disable';
    await tried('127.1', '?sslmode=verify-full');
    expect(gotPassword()).to.equal(false);
  });

  for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST']) {
    it(`needs no TLS on the loopback: ${host}`, async () => {
      await tried(host);
      expect(gotPassword()).to.equal(true);
    });
  }

  it('needs TLS on the loopback where its files are named', async () => {
    const { message } = await tried('127.0.0.1', '?sslrootcert=/dev/null');
    expect(gotPassword()).to.equal(false);
    expect(message).to.include('offers no TLS');
  });

  it('applies to the real host: that of the parameter, or PGHOST where none is named', async () => {
    await tried('127.0.0.1', '?host=127.1');
    expect(gotPassword()).to.equal(false);
    process.env.PGHOST = '127.1';
    const opened = await openDatabase(`postgres:///x?port=${port()}&user=ada&password=${SECRET}`);
    expect(opened.isErr()).to.equal(true);
    expect(gotPassword()).to.equal(false);
    expect(heard.toString('hex')).to.equal(TLS_REQUEST + TLS_REQUEST);
  });

  it('needs no TLS on a socket', async () => {
    const opened = await openDatabase(`postgres:///x?host=/nowhere&user=ada&password=${SECRET}`);
    expect(opened._unsafeUnwrapErr().message).to.include('ENOENT');
  });

  const wrong: Record<string, RegExp> = {
    '?SSLMODE=disable': /SSLMODE is not a parameter.*write sslmode/,
    '?sslMode=disable': /sslMode is not a parameter.*write sslmode/,
    '?ssl=0': /ssl is not a parameter/,
    '?sslmode=DISABLE': /sslmode must be one of disable, no-verify, prefer, require, verify-ca, verify-full/,
    '?sslmode=allow': /sslmode must be one of/,
    '?sslmode=': /sslmode must be one of/,
    '?sslmode=verify-full&sslmode=disable': /sslmode is given twice/,
    '?application_name=a&application_name=b': /application_name is given twice/,
    '?connect_timeout=soon': /connect_timeout must be a whole number of seconds/,
    '?target_session_attrs=read-write': /target_session_attrs is not a parameter/,
    '?host=a,b&port=1,2': /it must name one host/,
    '?max=100': /max is not a parameter/,
    [`?pasword=${SECRET}`]: /pasword is not a parameter/,
  };
  for (const [parameters, why] of Object.entries(wrong)) {
    it(`refuses unknown parameters: ${parameters}`, async () => {
      for (const host of ['127.0.0.1', '127.1']) {
        const { message, problem } = await tried(host, parameters);
        expect(message).to.match(why).and.not.include(SECRET);
        expect(problem).to.equal('wrong-url');
      }
      expect(heard.length).to.equal(0);
    });
  }

  it('refuses a wrong PGSSLMODE by its name', async () => {
    process.env.PGSSLMODE = 'Disable';
    const { message, problem } = await tried('127.1');
    expect([problem, heard.length]).to.deep.equal(['wrong-url', 0]);
    expect(message).to.include('PGSSLMODE must be one of disable');
  });

  it('accepts an encoded role with an at and an encoded database with a blank', async () => {
    const opened = await openDatabase(`postgres://ada%40project.iam:${SECRET}@127.0.0.1:${port()}/a%20b`);
    expect(opened._unsafeUnwrapErr().message).to.include('postgres://ada%40project.iam@127.0.0.1');
    expect(heard.includes('ada@project.iam') && heard.includes('a b')).to.equal(true);
  });

  const NAMES = { 'pay%26roll': 'pay&roll', 'corp%5Cops': 'corp\\ops', 'a%23b': 'a#b', 'a%2Fb': 'a/b' };
  for (const [encoded, name] of Object.entries(NAMES)) {
    it(`accepts an encoded role and database named ${name}`, async () => {
      await openDatabase(`postgres://${encoded}:${SECRET}@127.0.0.1:${port()}/${encoded}`);
      expect(heard.toString('latin1')).to.include(`\0user\0${name}\0database\0${name}\0`);
      expect(gotPassword()).to.equal(true);
    });
  }

  describe('without a host', () => {
    const passwords = { 'a text': SECRET, 'a function': () => SECRET };
    for (const [kind, password] of Object.entries(passwords)) {
      it(`sends the password that is ${kind} to a socket, before one among the parameters`, async () => {
        const folder = mkdtempSync(join(tmpdir(), 'ops-admin-socket-'));
        const atSocket = createServer(serve);
        try {
          await once(atSocket.listen(join(folder, '.s.PGSQL.5432')), 'listening');
          for (const more of ['', '&password=wrong']) {
            heard = Buffer.alloc(0);
            await openDatabase(`postgres:///x?host=${folder}&user=ada${more}`, { password });
            expect(gotPassword()).to.equal(true);
            expect(heard.includes('wrong')).to.equal(false);
          }
        } finally {
          atSocket.close();
          rmSync(folder, { recursive: true });
        }
      });

      it(`sends the password that is ${kind} to PGHOST, as PGUSER`, async () => {
        Object.assign(process.env, { PGHOST: '127.0.0.1', PGUSER: 'ada', PGPASSWORD: 'wrong' });
        await openDatabase(`postgres:///x?port=${port()}`, { password });
        expect(heard.toString('latin1')).to.include('\0user\0ada\0database\0x\0');
        expect(gotPassword()).to.equal(true);
      });
    }

    it('sends PGPASSWORD where no other password is set', async () => {
      Object.assign(process.env, { PGHOST: '127.0.0.1', PGUSER: 'ada', PGPASSWORD: SECRET });
      await openDatabase(`postgres:///x?port=${port()}`);
      expect(gotPassword()).to.equal(true);
    });
  });

  it('prefers a separate password to one in its parameters', async () => {
    await openDatabase(`postgres://ada@127.0.0.1:${port()}/x?password=wrong`, { password: SECRET });
    expect(gotPassword()).to.equal(true);
    expect(heard.includes('wrong')).to.equal(false);
  });
});
