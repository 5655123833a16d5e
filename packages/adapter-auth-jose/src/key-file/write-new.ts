import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a new file, for its owner alone, and flushes it to the disk. Throws if it exists or cannot be written; then nothing of it is left. */
export function writeNew(file: string, text: string): void {
  const opened = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(opened, text);
    fsyncSync(opened);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(opened);
  }
}
