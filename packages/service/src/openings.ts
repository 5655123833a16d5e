import { type Result, ResultAsync } from '@ops-admin/core';
import type { Port } from '@ops-admin/core/ports';
import type { Container } from 'inversify';
import type { ComposeError } from './compose-error.js';

/** Why a part was not opened. A container knows no `Result`, so it is thrown through it, and caught where it gives a part. */
class NotOpened extends Error {
  readonly reason: ComposeError;

  constructor(reason: ComposeError) {
    super(reason.type);
    this.reason = reason;
  }
}

/** What opens a part. */
type Open<T, Needs extends unknown[]> = (
  ...needs: Needs
) => Result<T, ComposeError> | PromiseLike<Result<T, ComposeError>>;

/**
 * Opens the parts of a container in turn, and closes them in reverse. Inversify 8 opens all that a part needs at the same
 * time, so that some could still be opening at a failure. Its `unbindAllAsync` starts every `onDeactivation` in the order of
 * the bindings, without waiting.
 */
export class Openings {
  readonly #container: Container;
  readonly #opened: Port<unknown>[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(container: Container) {
    this.#container = container;
  }

  /** A factory for the binding of `token`. Parts open one after the other; after a failure, no more are opened. */
  inTurn<T, Needs extends unknown[]>(token: Port<T>, open: Open<T, Needs>): (...needs: Needs) => Promise<T> {
    return (...needs) => {
      const opening = this.#last.then(async () => {
        const opened = await open(...needs);
        if (opened.isErr()) throw new NotOpened(opened.error);
        this.#opened.push(token);
        return opened.value;
      });
      this.#last = opening;
      return opening;
    };
  }

  /** What the container has for a token. Errors: why that, or what it needs, was not opened. */
  get<T>(token: Port<T>): ResultAsync<T, ComposeError> {
    return ResultAsync.fromPromise(this.#container.getAsync(token), (thrown) => {
      if (thrown instanceof NotOpened) return thrown.reason;
      throw thrown;
    });
  }

  /** Has the container deactivate what is open, the last first, each when the one before is closed. */
  async close(): Promise<void> {
    for (const token of this.#opened.splice(0).reverse()) await this.#container.unbindAsync(token);
  }
}
