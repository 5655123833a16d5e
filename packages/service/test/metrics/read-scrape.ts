import type { Level, ProviderState } from '@ops-admin/core';
import type { MetricsFigures, Total } from '@ops-admin/testing';

/** A line of a scrape: what is measured, of what, and how much. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a scrape, in its order. */
export function readScrape(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', inside = '', value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const labels = inside.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g);
    return {
      name,
      labels: Object.fromEntries([...labels].map(([, label, is]) => [label, is])),
      value: Number(value),
    };
  });
}

/** The series of each level. */
const LEVELS: Readonly<Record<Level, readonly [name: string, state?: string]>> = {
  'changes-waiting': ['store_changes_waiting'],
  'connections-in-use': ['store_connections', 'in-use'],
  'connections-waiting': ['store_connections', 'waiting'],
  'log-lines-lost': ['log_lines_lost_total'],
  'requests-running': ['http_requests_running'],
};

/** The domain figures in a scrape, in the form that the contract requires. */
export function figuresOf(text: string): MetricsFigures {
  const samples = readScrape(text);
  const named = (name: string) => samples.filter((sample) => sample.name === `ops_admin_${name}`);
  const totals = (name: string, ...labels: string[]) => {
    const nameOf = (sample: Sample) => labels.map((label) => sample.labels[label]).join(' ');
    const seconds = new Map(named(`${name}_sum`).map((sample) => [nameOf(sample), sample.value]));
    return Object.fromEntries(
      named(`${name}_count`).map((sample): [string, Total] => [
        nameOf(sample),
        { count: sample.value, seconds: seconds.get(nameOf(sample)) ?? Number.NaN },
      ]),
    );
  };
  return {
    requests: totals('http_request_duration_seconds', 'method', 'route', 'status'),
    refusals: Object.fromEntries(
      named('refused_requests_total')
        .filter(({ value }) => value > 0)
        .map(({ labels, value }) => [labels.reason, value]),
    ),
    providers: totals('provider_request_duration_seconds', 'provider', 'outcome'),
    cache: Object.fromEntries(
      named('lookup_cache_requests_total').map(({ labels, value }) => [
        `${labels.provider} ${labels.outcome}`,
        value,
      ]),
    ),
    states: Object.fromEntries(
      named('provider_state')
        .filter(({ value }) => value === 1)
        .map(({ labels }) => [labels.provider, labels.state as ProviderState]),
    ),
    levels: Object.fromEntries(
      Object.entries(LEVELS).flatMap(([level, [name, state]]) =>
        named(name)
          .filter(({ labels }) => labels.state === state)
          .map(({ value }) => [level, value]),
      ),
    ),
  };
}
