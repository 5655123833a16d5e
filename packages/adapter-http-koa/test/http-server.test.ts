import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type AppState, startHttpServer } from '@ops-admin/adapter-http-koa';
import { expect } from 'chai';
import Koa, { type DefaultContext } from 'koa';

describe('startHttpServer', () => {
  const onFreePort = { host: '127.0.0.1', port: 0 };

  /** An app whose one request runs until it is let go. */
  function slowApp() {
    const { promise: arrived, resolve: arrive } = deferred();
    const { promise: released, resolve: release } = deferred();
    const app = new Koa<AppState, DefaultContext>();
    app.use(async (ctx) => {
      arrive();
      await released;
      ctx.body = 'done';
    });
    return { app, arrived, release };
  }

  function deferred(): { promise: Promise<void>; resolve: () => void } {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    return { promise, resolve };
  }

  it('loads the body parser once it listens: neither the first body nor the start waits for it', async () => {
    const program = `
      import { createRequire } from 'node:module';
      import { setTimeout } from 'node:timers/promises';
      import { startHttpServer } from '@ops-admin/adapter-http-koa';
      import Koa from 'koa';
      const { cache } = createRequire(import.meta.url);
      const isLoaded = () => Object.keys(cache).some((file) => file.includes('koa-bodyparser'));
      const before = [isLoaded()];
      const server = (await startHttpServer(new Koa(), { host: '127.0.0.1', port: 0 }))._unsafeUnwrap();
      before.push(isLoaded());
      while (!isLoaded()) await setTimeout(5);
      console.log(JSON.stringify(before));
      await server.stop(0);
    `;
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
    expect(JSON.parse(stdout)).to.deep.equal([false, false]);
  });

  it('reports a port in use', async () => {
    const first = (await startHttpServer(new Koa<AppState, DefaultContext>(), onFreePort))._unsafeUnwrap();
    const port = Number(new URL(first.url).port);
    const second = await startHttpServer(new Koa<AppState, DefaultContext>(), { host: '127.0.0.1', port });
    expect(second._unsafeUnwrapErr().message).to.include(String(port));
    await first.stop(0);
  });

  it('completes running requests, and accepts no new ones, when it stops', async () => {
    const { app, arrived, release } = slowApp();
    const server = (await startHttpServer(app, onFreePort))._unsafeUnwrap();
    const running = fetch(server.url);
    await arrived;
    const stopped = server.stop(10_000);
    const refused = await fetch(server.url).catch((error) => error.cause.code);
    expect(refused).to.equal('ECONNREFUSED');
    release();
    expect(await (await running).text()).to.equal('done');
    await stopped;
  });

  it('cuts off requests that last longer than the grace period', async () => {
    const { app, arrived } = slowApp();
    const server = (await startHttpServer(app, onFreePort))._unsafeUnwrap();
    const running = fetch(server.url).then(
      () => 'answered',
      () => 'cut off',
    );
    await arrived;
    const begun = Date.now();
    await server.stop(100);
    expect(Date.now() - begun).to.be.at.least(80);
    expect(await running).to.equal('cut off');
  });

  it('does not wait for unused connections', async () => {
    const server = (await startHttpServer(new Koa<AppState, DefaultContext>(), onFreePort))._unsafeUnwrap();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    // Longer than the test may take.
    await server.stop(600_000);
    socket.destroy();
  });

  it('does not wait for idle connections', async () => {
    const app = new Koa<AppState, DefaultContext>();
    app.use((ctx) => {
      ctx.body = 'done';
    });
    const server = (await startHttpServer(app, onFreePort))._unsafeUnwrap();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    // Longer than the test may take.
    await server.stop(600_000);
    await text(socket);
  });
});
