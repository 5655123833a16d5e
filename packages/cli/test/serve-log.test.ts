import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { rawClient } from '../../adapter-http-koa/test/raw-client.ts';
import { BIN, Workplace } from './ops-admin.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly lost?: number;
  readonly requestId?: string;
}

describe('The log of ops-admin serve', () => {
  const workplace = new Workplace();

  /** Starts a service, and reads nothing of it but where it is. */
  async function served(): Promise<{
    readonly child: ChildProcess;
    readonly url: string;
    readonly metricsUrl: string;
  }> {
    const child = workplace.start(['serve', '--port', '0', '--metrics-port', '0', '--json']);
    const [printed] = await once(child.stdout as NodeJS.ReadableStream, 'data');
    child.stdout?.pause();
    return { child, ...(JSON.parse(String(printed)) as { url: string; metricsUrl: string }) };
  }

  /** Makes so many requests, each with a line of its own in the log, and waits for every answer. */
  async function ask(url: string, requests: number, from = 0): Promise<void> {
    const client = await rawClient(Number(new URL(url).port));
    for (let done = 0; done < requests; done += 100) {
      const ids = Array.from({ length: 100 }, (_, n) => `id-${from + done + n}-${'x'.repeat(100)}`);
      const before = client.received().length;
      client.socket.write(
        ids.map((id) => `GET /nowhere HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`).join(''),
      );
      const isAnswered = () => client.received().slice(before).split('HTTP/1.1 404').length > 100;
      await until(isAnswered, `the answers to a hundred requests from ${from + done}`);
    }
    client.socket.destroy();
  }

  const linesOf = (log: string) =>
    log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  const numberOf = ({ requestId }: Line) => Number(requestId?.split('-')[1]);
  const alive = async (url: string) => (await fetch(`${url}/health/live`)).status;

  it('does not block the service where its reader stops, and reports lost lines', async () => {
    const { child, metricsUrl, url } = await served();
    const requests = 25_000;
    await ask(url, requests);
    expect(await alive(url)).to.equal(200);

    let log = '';
    child.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    await until(() => log.includes('"lost":'), 'a line about what was lost');
    await ask(url, 100, requests);
    const [, counted] =
      /^ops_admin_log_lines_lost_total (\d+)$/m.exec(await (await fetch(metricsUrl)).text()) ?? [];
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).to.equal(0);

    const lines = linesOf(log);
    const losses = lines.filter(({ lost }) => lost !== undefined);
    expect(losses.map(({ level, msg }) => [level, msg])).to.deep.equal([
      [50, 'log lines were lost: the reader was too slow'],
    ]);
    expect(losses[0]?.lost).to.equal(Number(counted));
    const numbers = lines.filter(({ requestId }) => requestId).map(numberOf);
    expect(numbers).to.deep.equal([...numbers].sort((one, other) => one - other));
    expect(numbers.length + (losses[0]?.lost as number)).to.equal(requests + 100);
    expect(numbers.slice(-100)).to.deep.equal(Array.from({ length: 100 }, (_, n) => requests + n));
    expect(lines.at(-1)?.msg).to.equal('stopped');
  });

  it('does not delay the end of a stopped service', async () => {
    const { child, url } = await served();
    await ask(url, 1_000);
    const begun = performance.now();
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).to.deep.equal([0, null]);
    expect(performance.now() - begun).to.be.at.least(1000);
  });

  it('is written completely to a slow reader, including the last lines', async () => {
    const { child, url } = await served();
    await ask(url, 1_500);
    child.kill('SIGTERM');
    const isRefused = () =>
      alive(url).then(
        () => false,
        () => true,
      );
    await until(isRefused, 'a service that takes no more');
    const lines = linesOf(await text(child.stderr as NodeJS.ReadableStream));
    expect(lines.filter(({ requestId }) => requestId).map(numberOf)).to.deep.equal([...Array(1_500).keys()]);
    expect(lines.at(-1)?.msg).to.equal('stopped');
  });

  it('does not end the service when its reader closes it', async () => {
    const { child, url } = await served();
    child.stderr?.destroy();
    await ask(url, 1_000);
    expect(await alive(url)).to.equal(200);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).to.deep.equal([0, null]);
  });

  it('is written completely into a pipe of a shell and into a file', async () => {
    const { spawn } = await import('node:child_process');
    const command = `"${process.execPath}" "${BIN}" serve --port 0 --json --db log.db`;
    for (const [redirection, read] of [
      ['2>&1 >address | { sleep 1; cat; } >log', 'log'],
      ['2>log >address', 'log'],
    ] as const) {
      // The shell's own process is replaced where it can be; the service hears of the end in any case.
      const shell = spawn('sh', ['-c', `${command} ${redirection}`], {
        cwd: workplace.path('.'),
        detached: true,
      });
      const closed = once(shell, 'close');
      const address = () => {
        try {
          return (JSON.parse(readFileSync(workplace.path('address'), 'utf8')) as { url: string }).url;
        } catch {
          return undefined;
        }
      };
      await workplace.write('address', '');
      await ask(await until(address, 'the address of the service'), 1_000);
      const pid = readFileSync(`/proc/${shell.pid}/task/${shell.pid}/children`, 'utf8').trim().split(' ')[0];
      process.kill(Number(pid || shell.pid), 'SIGTERM');
      await closed;
      const lines = linesOf(readFileSync(workplace.path(read), 'utf8'));
      expect(lines.filter(({ requestId }) => requestId).map(numberOf)).to.deep.equal([
        ...Array(1_000).keys(),
      ]);
      expect(lines.at(-1)?.msg).to.equal('stopped');
    }
  });
});
