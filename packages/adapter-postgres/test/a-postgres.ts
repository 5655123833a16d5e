import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';

type Started = { readonly url: string; readonly how: string } | { readonly problem: string };

let server: Promise<string> | undefined;
let made = 0;

/**
 * The URL of a server for tests, one for each process: that in `OPS_TEST_POSTGRES_URL`, whose role may make databases,
 * else one that is started now and stopped when this process ends. Never a mock.
 */
export function aPostgres(): Promise<string> {
  server ??= start();
  return server;
}

async function start(): Promise<string> {
  const { OPS_TEST_POSTGRES_URL: given } = process.env;
  if (given) return report(given, 'OPS_TEST_POSTGRES_URL');
  const keeper = fork(join(import.meta.dirname, 'postgres-keeper.ts'), { detached: true });
  const [started] = (await once(keeper, 'message')) as [Started];
  keeper.unref();
  keeper.channel?.unref();
  if ('problem' in started) throw new Error(started.problem);
  return report(started.url, started.how);
}

async function report(url: string, how: string): Promise<string> {
  const [{ version } = { version: '?' }] = await ask<{ version: string }>(
    url,
    "select current_setting('server_version') as version",
  );
  process.stderr.write(`PostgreSQL ${version} for tests: ${how}\n`);
  return url;
}

/** Asks a server directly, past the adapter. */
export async function ask<Row>(url: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements)
      ({ rows } = (await client.query(statement)) as unknown as { rows: Row[] });
    return rows;
  } finally {
    await client.end();
  }
}

/** Runs statements and keeps their transaction open, and its locks, until the result is called. */
export async function hold(url: string, ...statements: readonly string[]): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of ['begin', ...statements]) await client.query(statement);
  return () => client.end();
}

/** A database of its own for a test. */
export interface ADatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Makes an empty database; the test drops it. */
export async function aDatabase(): Promise<ADatabase> {
  const admin = await aPostgres();
  const name = `ops_test_${process.pid}_${++made}`;
  await ask(admin, `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await ask(admin, `drop database ${name} with (force)`);
    },
  };
}
