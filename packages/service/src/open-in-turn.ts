import type { Result } from '@ops-admin/core';
import type { Container } from 'inversify';
import type { ComposeError } from './compose-error.js';
import type { Token } from './tokens.js';

/** Carries the error of a part through the container, which knows no `Result`. */
export class NotOpened extends Error {
  readonly reason: ComposeError;

  constructor(reason: ComposeError) {
    super(reason.type);
    this.reason = reason;
  }
}

type Open<T, Needs extends unknown[]> = (
  ...needs: Needs
) => Result<T, ComposeError> | PromiseLike<Result<T, ComposeError>>;

/** Makes the factory for the binding of a part that must be closed, or that cannot always be opened. */
export type InTurn = <T, Needs extends unknown[]>(
  token: Token<T>,
  open: Open<T, Needs>,
) => (...needs: Needs) => Promise<T>;

/**
 * Opens parts one after another and adds each to `opened`. Inversify resolves all needs of a binding concurrently, so that a
 * part could still be opening after another one has failed. In turn, nothing opens after a failure.
 */
export function openerInTurn(opened: Token<unknown>[]): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (token, open) =>
    (...needs) => {
      const opening = last.then(async () => {
        const result = await open(...needs);
        if (result.isErr()) throw new NotOpened(result.error);
        opened.push(token);
        return result.value;
      });
      last = opening;
      return opening;
    };
}

/** Closes the opened parts, each after the one before it is closed. Inversify's `unbindAllAsync` closes all concurrently. */
export async function closeInReverse(container: Container, opened: Token<unknown>[]): Promise<void> {
  for (const token of opened.splice(0).reverse()) await container.unbindAsync(token);
}
