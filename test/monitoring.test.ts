import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect } from 'chai';
import { parse } from 'yaml';
import { type ADatabase, aDatabase } from '../packages/adapter-postgres/test/a-postgres.ts';
import { Workplace } from '../packages/cli/test/ops-admin.ts';
import { localServers } from './local-servers.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');

/** A series that an expression asks for, with the labels that it needs. */
interface Asked {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Labels that Prometheus adds to every series. */
const FROM_PROMETHEUS = ['instance', 'job'];

describe('The dashboards and rules in deploy/', () => {
  const workplace = new Workplace();
  const servers = localServers();
  let database: ADatabase | undefined;
  // After the service, which the workplace stops.
  after(() => database?.drop());
  const expressions = [...ofDashboard(), ...ofRules()];

  it('have a valid expression in each panel and each rule', () => {
    expect(expressions).to.have.length.above(25);
    expect(expressions.filter((expression) => askedBy(expression) === undefined)).to.deep.equal([]);
    expect(askedBy('sum(rate(up[5m])')).to.equal(undefined);
  });

  it('use only metrics and labels of the service', async () => {
    const town = {
      geometry: { type: 'Point', coordinates: [9.5, 47.1] },
      properties: { type: 'city', name: 'Vaduz', countrycode: 'LI' },
    };
    const provider = await servers.http((_, response) => response.end(JSON.stringify({ features: [town] })));
    database = await aDatabase();
    const { adminToken, metricsUrl, url } = await workplace.serve(['--demo', '--metrics-port', '0'], {
      OPS_DB: database.url,
      OPS_GEOCODERS: 'photon',
      OPS_PHOTON_URL: provider.href,
    });
    const headers = { authorization: `Bearer ${adminToken}` };
    expect((await fetch(`${url}/geo-locations/address/Vaduz`, { headers })).status).to.equal(200);

    const shown = labelsOf(await (await fetch(metricsUrl as string)).text());
    const missing = expressions
      .flatMap((expression) => askedBy(expression) ?? [])
      .filter(
        ({ metric, labels }) => metric !== 'up' && !labels.every((label) => shown.get(metric)?.has(label)),
      );
    expect(missing).to.deep.equal([]);
  });
});

function ofDashboard(): string[] {
  const { panels } = JSON.parse(readFileSync(join(DEPLOY, 'grafana/ops-admin.json'), 'utf8')) as {
    readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  };
  return panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expression) => expression.replaceAll('$__rate_interval', '5m'));
}

function ofRules(): string[] {
  const { groups } = parse(readFileSync(join(DEPLOY, 'prometheus/alerts.yaml'), 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
  };
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

/** Nothing where the expression cannot be read. Labels that it groups by count for each of its metrics. */
function askedBy(expression: string): Asked[] | undefined {
  const asked: { metric: string; labels: string[] }[] = [];
  const grouping: string[] = [];
  let readable = true;
  parser.parse(expression).iterate({
    enter: ({ from, name, node, to, type }) => {
      const text = expression.slice(from, to);
      if (type.isError) readable = false;
      else if (name === 'VectorSelector') asked.push({ metric: '', labels: [] });
      else if (name === 'Identifier') Object.assign(asked.at(-1) as Asked, { metric: text });
      else if (name === 'LabelName')
        (node.parent?.name === 'GroupingLabels'
          ? grouping
          : (asked.at(-1) as { labels: string[] }).labels
        ).push(text);
    },
  });
  if (!readable) return undefined;
  return asked.map(({ metric, labels }) => ({ metric, labels: [...labels, ...grouping] }));
}

/** The labels of each metric, as Prometheus keeps them. */
function labelsOf(figures: string): Map<string, Set<string>> {
  const lines = [...figures.matchAll(/^(\w+)(?:\{(.*)\})? /gm)];
  return new Map(
    lines.map(([, metric = '', inside = '']) => [
      metric,
      new Set([...FROM_PROMETHEUS, ...[...inside.matchAll(/(\w+)="/g)].map(([, label = '']) => label)]),
    ]),
  );
}
