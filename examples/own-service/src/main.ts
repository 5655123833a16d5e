// `npm start` serves. HOST and PORT say where.
import { serve } from '@hono/node-server';
import { createService } from './service.ts';
import { openStore } from './store.ts';

const { HOST: hostname = '127.0.0.1', PORT = '3000' } = process.env;
const { close, ports } = openStore();
const { fetch } = createService(ports);
const server = serve({ fetch, hostname, port: Number(PORT) }, ({ port }) => {
  console.log(`listening on http://${hostname}:${port}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(close));
