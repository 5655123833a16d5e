// `npm test`
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once as event } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it } from 'node:test';

const PROGRAM = join(import.meta.dirname, 'outbox.js');

it('publishes every change in order, those of a process that was killed too', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'outbox-'));
  /** @type {{ id: number, added: string[] }[]} */
  const published = [];

  /** @param {string} name @param {number} [killedAfter] */
  const run = async (name, killedAfter) => {
    const outbox = spawn(process.execPath, [PROGRAM], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    outbox.stdin.on('error', () => {});
    for (let n = 0; n < 60; n++) outbox.stdin.write(`service.${name}.n${n}\n`);
    if (killedAfter === undefined) outbox.stdin.end();
    const ended = event(outbox, 'close');
    let count = 0;
    for await (const line of createInterface({ input: outbox.stdout })) {
      published.push(JSON.parse(line));
      count += 1;
      if (count === killedAfter) outbox.kill('SIGKILL');
    }
    await ended;
  };
  await run('first', 20);
  await run('second');

  const once = published.filter(({ id }, n) => id !== published[n - 1]?.id);
  assert.deepEqual(
    once.map(({ id }) => id),
    once.map((_, n) => n + 1),
  );
  assert.ok(published.length <= once.length + 1, 'at most one comes twice');
  const added = once.flatMap((entry) => entry.added);
  assert.equal(added.filter((permission) => permission.startsWith('service.second.')).length, 60);
  rmSync(cwd, { recursive: true });
});
