import type { ParameterDescription } from './operation.js';

/** What a read takes that names its answers. */
export const IF_NONE_MATCH: ParameterDescription = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an answer that the caller has; 304 where it still holds.',
  schema: { type: 'string' },
};
