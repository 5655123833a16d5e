import type { Result } from '@ops-admin/core';
import type { Port } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { ComposeError } from './compose-error.js';
import type { ServiceSettings } from './settings.js';

/** What the parts that are already open have bound. */
export interface Bound {
  /** The value of a token. Throws if no open part gives it. */
  get<T>(port: Port<T>): T;
  /** `undefined` if no open part gives it. */
  find<T>(port: Port<T>): T | undefined;
}

/** What a part binds, nothing if the settings do not use it, or why it cannot be opened. */
export type OpenedPart = Result<readonly ContainerModule[], ComposeError>;

/** An entry of the table of parts. */
export interface Part<T, Name extends string = string> {
  /** What its name gives; other parts can use more of what it binds. */
  readonly gives: Port<T>;
  /** The parts that must be open before. */
  readonly needs: readonly Name[];
  /** Optional parts: opened before it if they are requested, too. */
  readonly after?: readonly Name[];
  open(bound: Bound, settings: ServiceSettings): OpenedPart | PromiseLike<OpenedPart>;
}

/** Binds a value. `close` is called when the container is closed, if anything took the value. */
export function bindValue<T>(port: Port<T>, value: T, close?: () => void | Promise<void>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    const binding = bind(port).toConstantValue(value as never);
    if (close) binding.onDeactivation(close);
  });
}
