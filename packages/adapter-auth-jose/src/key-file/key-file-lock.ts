import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './code-of.js';
import { writeNew } from './write-new.js';

/** How long another process can hold the lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 5000;
/** Work under the lock takes milliseconds: a lock of this age was left by a process that was killed. */
const STALE_LOCK_MS = 60_000;
const RETRY_MS = 10;

/** The right to change a key file. Only one process has it at a time. */
export interface KeyFileLock {
  /** Throws if another process has taken over the lock, because this one was stopped for a minute. */
  assertHeld(): void;
  release(): void;
}

/** Takes the lock, a file next to the key file that says who holds it. Throws if another process holds it for too long. */
export function takeLock(file: string): KeyFileLock {
  const lock = `${file}.lock`;
  // The last part makes holders distinct: in containers process and host can be the same each time.
  const holder = `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()} (${randomName()})`;
  for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; ) {
    try {
      writeNew(lock, holder);
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (removeStale(lock)) continue;
    if (performance.now() > deadline)
      throw new Error(`${holderOf(lock) || 'another process'} is changing it; if it is gone, remove ${lock}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
  const isHeld = () => holderOf(lock) === holder;
  return {
    assertHeld: () => {
      if (!isHeld()) throw new Error('another process has changed it meanwhile; try again');
    },
    release: () => {
      if (isHeld()) rmSync(lock);
    },
  };
}

/** Returns whether to ask for the lock again immediately. */
function removeStale(lock: string): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false });
  if (!found) return true;
  // A lock from the future is from before the clock was set back.
  if (Math.abs(Date.now() - found.mtimeMs) < STALE_LOCK_MS) return false;
  // One of several processes that find it stale gets it. Another can take the fresh lock that came after; its holder will
  // notice.
  const aside = `${lock}.${randomName()}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
  rmSync(aside);
  return true;
}

function holderOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

function randomName(): string {
  return randomBytes(6).toString('hex');
}
