import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that is not there yet, for its owner alone. Throws if it is there, or cannot be written; then nothing of it is left. */
export function writeNew(file: string, text: string): void {
  const opened = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(opened, text);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(opened);
  }
}
