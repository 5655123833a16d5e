import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { aDatabase } from '../packages/adapter-postgres/test/a-postgres.ts';
import { Workplace } from '../packages/cli/test/ops-admin.ts';
import { localServers } from './local-servers.ts';

/** `.ci/deploy` installs its packages and runs this file; mocha does not find it by itself. */
const TRACING = join(import.meta.dirname, '../deploy/opentelemetry/tracing.mjs');
const ADDRESS = '12 Rue de Rivoli, Paris';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

describe('Traces with deploy/opentelemetry', function () {
  this.timeout(60_000);
  const workplace = new Workplace();
  const servers = localServers();

  /** What a collector got while addresses were asked for until the service has ended, and what the service logged. */
  async function traced(asked: readonly string[], { collector = '', database = '', provider = nowhere }) {
    let sent = '';
    const ours = await servers.http(async (request, response) => {
      sent += `${await text(request)}\n`;
      response.setHeader('content-type', 'application/json').end('{}');
    });
    const service = await workplace.serveReal(['--demo'], {
      NODE_OPTIONS: `--import ${pathToFileURL(TRACING)}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector || ours.origin,
      OPS_GEOCODERS: 'photon',
      OPS_PHOTON_URL: (await provider()).href,
      ...(database && { OPS_DB: database }),
    });
    const headers = { authorization: `Bearer ${service.adminToken}` };
    const statuses: number[] = [];
    for (const path of asked) statuses.push((await fetch(service.url + path, { headers })).status);
    expect(await service.stop()).to.equal(0);
    const spans = sent
      .split('\n')
      .filter(Boolean)
      .flatMap((batch) => JSON.parse(batch).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans }) => spans as Span[]);
    return { log: service.log(), sent, spans, statuses };
  }

  /** A provider that knows no address. */
  const nowhere = () => servers.http((_, response) => response.end(JSON.stringify({ features: [] })));
  const lookup = `/geo-locations/address/${encodeURIComponent(ADDRESS)}`;
  const namesOf = (spans: readonly Span[]) => spans.map(({ name }) => name);

  it('have a span for a request, by its route, and one for the provider, without the address', async () => {
    let query = '';
    const provider = () =>
      servers.http((request, response) => {
        query = request.url ?? '';
        response.end(JSON.stringify({ features: [] }));
      });
    const wrong = `${lookup}/nowhere?also=${encodeURIComponent(ADDRESS)}`;
    const { log, sent, spans, statuses } = await traced([lookup, wrong], { provider });
    expect(statuses).to.deep.equal([404, 404]);
    expect(query).to.include('Rivoli');

    expect(namesOf(spans)).to.include.members(['GET /geo-locations/address/:address', 'GET']);
    const [span] = spans.filter(({ name }) => name === 'GET /geo-locations/address/:address');
    expect(spans.filter(({ traceId }) => traceId === span?.traceId)).to.have.lengthOf(3);
    expect(log).to.include(`"trace_id":"${span?.traceId}"`);
    expect(sent)
      .to.include('ops-admin')
      .and.not.match(/Rivoli|Paris/);
  });

  it('do not contain the address where the provider fails', async () => {
    const provider = () => servers.raw((socket) => socket.destroy());
    const { sent, spans, statuses } = await traced([lookup], { provider });
    expect(statuses).to.deep.equal([500]);
    expect(JSON.stringify(spans)).to.include('error.type');
    expect(sent).not.match(/Rivoli|Paris/);
  });

  it('show the statements of PostgreSQL without their values', async () => {
    const database = await aDatabase();
    try {
      const user = '/user/65a100000000000000000002';
      const { sent, spans } = await traced([lookup, user], { database: database.url });
      const statements = spans
        .flatMap(({ attributes }) => attributes)
        .filter(({ key }) => key === 'db.query.text')
        .map(({ value }) => value.stringValue);
      expect(statements.join()).to.match(/select.*\$1/is);
      expect(sent).not.match(/Rivoli|Paris|65a1000000000000/);
    } finally {
      await database.drop();
    }
  });

  it('are lost without a collector, and the service works normally', async () => {
    const { statuses } = await traced([lookup], { collector: 'http://127.0.0.1:9' });
    expect(statuses).to.deep.equal([404]);
  });
});
