import { ok } from '@ops-admin/core';
import { TaggedText } from '../chain/tagged-text.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { SERVICE } from './health.js';

export const DESCRIBE: Endpoint = endpoint({
  method: 'get',
  path: '/openapi.json',
  operationId: 'describe',
  tag: SERVICE,
  summary: 'Describe the interface',
  description: 'This document. Needs no token: it holds no data of the organisation.',
  rights: { who: 'anyone' },
  answer: { description: 'An OpenAPI 3.1 document.' },
  isTagged: true,
  handler({ endpoints, publicUrl, version }) {
    let made: Promise<TaggedText> | undefined;
    const describe = async () => {
      // Only the description needs it, so the start does not wait for it.
      const { describeInterface } = await import('../openapi/describe-interface.js');
      return new TaggedText(describeInterface(endpoints, { publicUrl, version }));
    };
    return async () => {
      made ??= describe();
      return ok(await made);
    };
  },
});
