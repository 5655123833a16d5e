import type { Endpoint } from '@ops-admin/adapter-http-koa';
import { ok } from '@ops-admin/core';
import { type Port, port } from '@ops-admin/core/ports';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';

/** The open areas of the embedding program. */
export interface OpenAreas extends Bound {
  /** Makes their endpoints. */
  endpoints(): readonly Endpoint[];
}

/** The areas of the embedding program. */
export const AREAS: Port<OpenAreas> = port('ops-admin.service.Areas');

/** Binds the ports of areas. */
export function openAreas(bound: Bound, { areas = [] }: ServiceSettings): OpenedPart {
  const opened: OpenAreas = {
    ...bound,
    endpoints: () => areas.flatMap((area) => area.endpoints?.(bound) ?? []),
  };
  return ok([...areas.flatMap((area) => area.modules?.(bound) ?? []), bindValue(AREAS, opened)]);
}
