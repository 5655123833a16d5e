import type { Result } from '@ops-admin/core';
import type { Port } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { ComposeError } from './compose-error.js';
import type { ServiceSettings } from './settings.js';

/** What the parts have bound that are open by now. */
export interface Bound {
  /** What a token stands for. Throws where nothing that is open gives it. */
  get<T>(port: Port<T>): T;
  /** `undefined` where no part that is open gives it. */
  find<T>(port: Port<T>): T | undefined;
}

/** What a part binds, nothing where the settings leave it out, or why it cannot be opened. */
export type OpenedPart = Result<readonly ContainerModule[], ComposeError>;

/** An entry of the table of parts. */
export interface Part<T, Name extends string = string> {
  /** What its name is requested for; other parts may use more of what it binds. */
  readonly gives: Port<T>;
  /** The parts that must be open before. */
  readonly needs: readonly Name[];
  /** The parts that are opened before it where they are requested too; it does without them. */
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
