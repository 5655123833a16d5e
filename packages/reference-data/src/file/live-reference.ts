import { statSync } from 'node:fs';
import type { Logger, Result } from '@ops-admin/core';
import {
  type OpenReferenceError,
  openReference,
  PACKAGED_REFERENCE,
  type ReferenceDatabase,
} from './open-reference.js';

/** Which reference files are read. */
export interface ReferenceDataSettings {
  /** The file that `renewAirports` writes, if any; it need not exist yet. */
  readonly renewed?: string | undefined;
  /** The file to read if that does not exist; the file of this package by default. */
  readonly packaged?: string;
  /** Where a change of the file is logged. */
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** The renewed reference file cannot be used. Renew the airports again, or remove the file. */
export interface RenewedReferenceUnusable {
  readonly type: 'renewed-reference-unusable';
  readonly file: string;
  readonly reason: string;
}

interface Opened {
  readonly database: ReferenceDatabase;
  readonly file: string;
}

const ABSENT = 'absent';

/**
 * The reference file in use: the renewed one if there is one, otherwise the packaged one. The first lookup in a turn of the
 * event loop checks whether the file has changed, so that a running service reads a new file at once. A new file that cannot
 * be used is logged once and changes nothing.
 */
export class LiveReference {
  readonly #options: ReferenceDataSettings;
  #opened: Opened;
  /** What was on the disk at the last check, usable or not. */
  #seen: string;
  #closed = false;
  readonly #readers: (() => unknown)[] = [];
  /** Whether the disk was checked in this turn of the event loop. */
  #isFresh = false;

  private constructor(options: ReferenceDataSettings, opened: Opened, seen: string) {
    this.#options = options;
    this.#opened = opened;
    this.#seen = seen;
  }

  /** Opens the file in use. Errors: {@link RenewedReferenceUnusable}, and {@link OpenReferenceError} of the packaged one. */
  static open(
    options: ReferenceDataSettings,
  ): Result<LiveReference, OpenReferenceError | RenewedReferenceUnusable> {
    // Before the file is opened: a newer one is then noticed as changed.
    const seen = identityOf(options.renewed);
    return open(options, seen).map((opened) => new LiveReference(options, opened, seen));
  }

  /** The file in use. */
  get file(): string {
    this.current();
    return this.#opened.file;
  }

  /** Whether the packaged file is in use. */
  get isPackaged(): boolean {
    return this.file !== this.#options.renewed;
  }

  /** The open file. Use it at once: the next call can close it. */
  current(): ReferenceDatabase {
    if (this.#isFresh) return this.#opened.database;
    const seen = identityOf(this.#options.renewed);
    this.#isFresh = true;
    setImmediate(() => {
      this.#isFresh = false;
    }).unref();
    if (seen !== this.#seen && !this.#closed) this.#change(seen);
    return this.#opened.database;
  }

  /**
   * Keeps what is made of the open file, such as prepared statements, and makes it again if the file has changed. Use the
   * result of the returned function at once. It throws what `make` throws.
   */
  use<Reader>(make: (database: ReferenceDatabase) => Reader): () => Reader {
    let made: { readonly database: ReferenceDatabase; readonly reader: Reader } | undefined;
    const reader = () => {
      const database = this.current();
      if (made?.database !== database) made = { database, reader: make(database) };
      return made.reader;
    };
    this.#readers.push(reader);
    return reader;
  }

  /** Closes the file; later changes of it are ignored. */
  close(): void {
    // A reader of a closed file answers that it cannot be read, but none can be made of one.
    for (const reader of this.#readers) reader();
    this.#closed = true;
    this.#opened.database.close();
  }

  #change(seen: string): void {
    const { log } = this.#options;
    this.#seen = seen;
    open(this.#options, seen).match(
      (opened) => {
        const { database } = this.#opened;
        this.#opened = opened;
        database.close();
        log.info({ file: opened.file }, 'the reference file has changed');
      },
      ({ file, ...error }) => {
        log.warn({ ...error, file, inUse: this.#opened.file }, 'the new reference file cannot be used');
      },
    );
  }
}

function open(
  { packaged = PACKAGED_REFERENCE, renewed }: ReferenceDataSettings,
  seen: string,
): Result<Opened, OpenReferenceError | RenewedReferenceUnusable> {
  if (renewed === undefined || seen === ABSENT) {
    return openReference(packaged).map((database) => ({ database, file: packaged }));
  }
  return openReference(renewed)
    .map((database) => ({ database, file: renewed }))
    .mapErr((error) => ({
      type: 'renewed-reference-unusable',
      file: renewed,
      reason: reasonOf(error),
    }));
}

function reasonOf(error: OpenReferenceError): string {
  switch (error.type) {
    case 'not-a-reference':
      return error.reason;
    case 'reference-missing':
      return 'it cannot be reached';
    case 'unsupported-reference-format':
      return `its format is ${error.found}, not ${error.supported}`;
  }
}

/** Equal for the same, unchanged file. A replaced file has another inode. */
function identityOf(file: string | undefined): string {
  if (file === undefined) return ABSENT;
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : ABSENT;
  } catch (cause) {
    return `unreachable: ${(cause as NodeJS.ErrnoException).code}`;
  }
}
