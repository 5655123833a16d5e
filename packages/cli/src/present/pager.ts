import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { type Io, isTerminal } from '../io.js';

/** The exit codes of a shell for a program that does not exist, or cannot be started. */
const NOT_STARTED: readonly unknown[] = [126, 127];

/**
 * Shows lines in the pager that `PAGER` names, otherwise in `less`, if there is a terminal and they do not fit on it.
 * Returns whether they were shown; if not, they must be printed. Leaving the pager early is not an error.
 */
export async function showInPager(io: Io, lines: readonly string[]): Promise<boolean> {
  const { PAGER: named = 'less' } = io.env;
  // If no pager is named, a missing one is not reported.
  const isNamed = io.env.PAGER !== undefined;
  const isOff = /^\s*(?:cat\s*)?$/.test(named);
  const { rows = 0 } = io.stdout;
  // A prompt takes a line; without a known size, all lines fit.
  const isLong = rows > 0 && lines.length >= rows;
  if (isOff || !isTerminal(io.stdout) || !isLong) return false;
  // Ctrl-C belongs to the pager; otherwise both would use the terminal.
  const ignore = () => {};
  io.on('SIGINT', ignore);
  const env = { LESS: 'FX', ...io.env };
  const pager = spawn(named, { shell: isNamed, stdio: ['pipe', 'inherit', 'inherit'], env });
  const ended = new Promise<unknown>((resolve) => pager.once('error', resolve).once('close', resolve));
  try {
    await pipeline([lines.map((line) => `${line}\n`).join('')], pager.stdin).catch(ignore);
    const outcome = await ended;
    const isStarted = !(outcome instanceof Error) && !NOT_STARTED.includes(outcome);
    if (!isStarted && isNamed) io.stderr.warn(`PAGER=${named} cannot be started`);
    return isStarted;
  } finally {
    io.off('SIGINT', ignore);
  }
}
