import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { start } from './run.ts';

/** Runs a program that prints where it listens, and ends it when the work is done. */
export async function whileServed(
  cwd: string,
  file: string,
  work: (url: string) => Promise<void>,
  { args = [], env }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const child = start(process.execPath, [file, ...args], { cwd, env: { PORT: '0', ...env } });
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr?.on('data', (text) => {
    complaints += text;
  });
  try {
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      const [, url] = /(?:^listening|^ops-admin listens) on (http:.+)$/.exec(line) ?? [];
      if (url === undefined) continue;
      child.stdout?.resume();
      return await work(url);
    }
    throw new Error(`${file} did not listen:\n${complaints}`);
  } finally {
    child.kill();
    await ended;
  }
}

export async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.status;
}
