import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isTerminal } from '../bulk/confirm.js';
import type { Io } from '../io.js';

/** What one write hands on. */
const LINES_PER_WRITE = 500;
/** What a shell says of a program that is not there, or cannot be started. */
const NOT_STARTED: readonly unknown[] = [126, 127];

/**
 * Shows lines in the pager that `PAGER` names, else in `less`: on a terminal, where they are more than it shows at once.
 * Whether they were shown, or are yet to be printed. Leaving the pager early is no error.
 */
export async function showInPager(io: Io, lines: readonly string[]): Promise<boolean> {
  const { PAGER: named = 'less' } = io.env;
  // Without a pager named, one that is not there is no news.
  const isNamed = io.env.PAGER !== undefined;
  const isOff = /^\s*(?:cat\s*)?$/.test(named);
  if (isOff || !isTerminal(io.stdout) || !isLong(io, lines)) return false;
  // Ctrl-C is the pager's; without it, the terminal would be left to both.
  const ignore = () => {};
  io.on('SIGINT', ignore);
  const env = { LESS: 'FX', ...io.env };
  const pager = spawn(named, { shell: isNamed, stdio: ['pipe', 'inherit', 'inherit'], env });
  const ended = new Promise<unknown>((resolve) => pager.once('error', resolve).once('close', resolve));
  try {
    await pipeline(Readable.from(textsOf(lines)), pager.stdin).catch(ignore);
    const outcome = await ended;
    const isStarted = !(outcome instanceof Error) && !NOT_STARTED.includes(outcome);
    if (!isStarted && isNamed) io.stderr.write(`ops-admin: warning: PAGER=${named} cannot be started\n`);
    return isStarted;
  } finally {
    io.off('SIGINT', ignore);
  }
}

/** Whether lines and a prompt are more than the terminal has; one that does not say shows them all. */
function isLong({ stdout: { rows = 0 } }: Io, lines: readonly string[]): boolean {
  return rows > 0 && lines.length >= rows;
}

function* textsOf(lines: readonly string[]): Generator<string> {
  for (let start = 0; start < lines.length; start += LINES_PER_WRITE) {
    yield lines
      .slice(start, start + LINES_PER_WRITE)
      .map((line) => `${line}\n`)
      .join('');
  }
}
