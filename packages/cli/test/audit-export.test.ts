import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { Workplace } from './ops-admin.ts';

const ENTRY_COUNT = 60_000;

describe('A long audit export', () => {
  const workplace = new Workplace();

  workplace.beginWith(async () => {
    const database = openDatabase(workplace.path('ops-admin.db'))._unsafeUnwrap();
    database.exec(`
      with recursive n (id) as (select 1 union all select id + 1 from n where id < ${ENTRY_COUNT})
      insert into audit_entries
        (id, time, actor, source, action, user_id, requested, "before", previous, digest,
         key_id, reason)
      select id, '2026-01-01T00:00:00.000Z', 'cli:root', 'cli', 'remove', printf('%024x', id), '["service.a.*"]',
        '["service.a.read"]', '', '', '', hex(zeroblob(500))
      from n;
      insert into audit_changes select id, 0, 'removed', 'service.a.read' from audit_entries`);
    database.close();
  });

  it('waits for a slow reader and loses no line', async () => {
    const child = workplace.start(['audit', 'export']);
    await once(child.stdout as NodeJS.ReadableStream, 'readable');
    // The output is not read until the export stops: unread lines must not pile up.
    await stopped(child.pid);
    const peak = peakMemory(child.pid);
    if (peak !== undefined) expect(peak, 'MB').to.be.below(150);
    let lines = 0;
    for await (const chunk of child.stdout ?? []) lines += String(chunk).split('\n').length - 1;
    expect(lines).to.equal(ENTRY_COUNT);
  });

  it('ends quietly when its reader closes the output', async () => {
    const child = workplace.start(['audit', 'export']);
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    const [code] = await once(child, 'close');
    expect([code, stderr]).to.deep.equal([141, '']);
  });
});

/** Waits until every thread of a process has been waiting for a while, where the system says. */
async function stopped(pid = 0): Promise<void> {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return;
  const isWaiting = () =>
    readdirSync(tasks).every((task) => /\) [SI] /.test(readFileSync(`${tasks}/${task}/stat`, 'utf8')));
  let times = 0;
  await until(() => {
    times = isWaiting() ? times + 1 : 0;
    return times > 20;
  }, 'an export that waits for its reader');
}

/** The most memory a process has had, in MB, where the system says. */
function peakMemory(pid = 0): number | undefined {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) && /^VmHWM:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kilobytes ? Number(kilobytes) / 1024 : undefined;
}
