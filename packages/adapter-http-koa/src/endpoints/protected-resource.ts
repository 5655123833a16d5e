import { err, ok } from '@ops-admin/core';
import { type Endpoint, endpoint } from '../endpoint.js';
import { METADATA_PATH } from '../middleware/resource-metadata.js';
import { type DescribedProblem, NO_SUCH_PATH, validationProblem } from '../problem.js';
import { PROTECTED_RESOURCE, type ProtectedResourceJson } from '../schemas/protected-resource.js';
import { SERVICE } from './health.js';

const NO_ISSUER: DescribedProblem = { ...NO_SUCH_PATH, when: 'Tokens do not come from an OAuth issuer.' };
export const NO_HOST: DescribedProblem = {
  ...validationProblem('The header Host must be a name or an address, with or without a port'),
  when: 'The public URL is not set, and `Host` does not say it.',
};

function metadata(resource: string, issuer: string): ProtectedResourceJson {
  return { resource, authorization_servers: [issuer], bearer_methods_supported: ['header'] };
}

export const SHOW_PROTECTED_RESOURCE: Endpoint = endpoint({
  method: 'get',
  path: METADATA_PATH,
  operationId: 'showProtectedResource',
  tag: SERVICE,
  summary: 'Show the OAuth issuer',
  description:
    'Metadata of a protected resource (RFC 9728), if the service accepts the tokens of an OAuth issuer. Needs no token. `WWW-Authenticate` names it as `resource_metadata`.',
  rights: { who: 'anyone' },
  answer: {
    schema: PROTECTED_RESOURCE,
    description: 'The issuer, and the name of the service.',
    example: metadata('https://ops.example.org', 'https://id.example.org'),
  },
  schemas: { ProtectedResource: PROTECTED_RESOURCE },
  problems: [NO_HOST, NO_ISSUER],
  handler:
    ({ protectedResource }) =>
    async ({ origin }) => {
      if (!protectedResource) return err(NO_ISSUER);
      const resource = protectedResource.publicUrl ?? origin();
      return resource === undefined ? err(NO_HOST) : ok(metadata(resource, protectedResource.issuer));
    },
});
