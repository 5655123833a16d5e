import 'reflect-metadata';
import { err, ok, type Result } from '@ops-admin/core';
import type { Port } from '@ops-admin/core/ports';
import { Container, type ContainerModule } from 'inversify';
import type { ComposeError } from './compose-error.js';
import { orderOfParts } from './order-of-parts.js';
import type { Bound, Part } from './part.js';
import type { ServiceSettings } from './settings.js';

/** The open parts. */
export interface OpenParts {
  /** What a part gives. */
  get<T>(port: Port<T>): T;
  /** Closes every part, in reverse order of opening. */
  close(): Promise<void>;
}

/**
 * Opens the requested parts and what they need, one after the other. If one fails, later ones are not made, and the open
 * ones are closed.
 */
export async function openParts<Name extends string>(
  table: Readonly<Record<Name, Part<unknown, Name>>>,
  requested: readonly Name[],
  settings: ServiceSettings,
): Promise<Result<OpenParts, ComposeError>> {
  const container = new Container({ defaultScope: 'Singleton' });
  const loaded: ContainerModule[] = [];
  const close = async () => {
    for (const one of loaded.splice(0).reverse()) await container.unloadAsync(one);
  };
  const bound: Bound = {
    get: (port) => container.get(port),
    find: (port) => container.get(port, { optional: true }),
  };
  for (const name of orderOfParts(table, requested)) {
    const opened = await table[name].open(bound, settings);
    if (opened.isErr()) {
      await close();
      return err(opened.error);
    }
    for (const one of opened.value) {
      await container.loadAsync(one);
      loaded.push(one);
    }
    // A container closes only what it has given out.
    bound.find(table[name].gives);
  }
  return ok({ get: bound.get, close });
}
