import { err, ok } from '@ops-admin/core';
import { type Endpoint, endpoint } from '../endpoint.js';
import { type DescribedProblem, NO_SUCH_PATH } from '../problem.js';
import { PAGE_CONFIG } from '../schemas/page-config.js';
import { SERVICE } from './health.js';
import { NO_HOST } from './protected-resource.js';

const NO_PAGE: DescribedProblem = { ...NO_SUCH_PATH, when: 'The page is turned off.' };

export const SHOW_PAGE_CONFIG: Endpoint = endpoint({
  method: 'get',
  path: '/page/config',
  operationId: 'showPageConfig',
  tag: SERVICE,
  summary: 'Show how users sign in to the page',
  description: 'For the page of the service. No token is needed.',
  rights: { who: 'anyone' },
  answer: {
    schema: PAGE_CONFIG,
    description: 'The OpenID provider with its scopes, and the permissions of admins and readers.',
    example: {
      signIn: {
        issuer: 'https://id.example.org',
        clientId: 'ops-page',
        scopes: ['offline_access'],
        resource: 'https://ops.example.org',
      },
      adminPermission: 'service.admin.access',
      readerPermission: 'service.admin.read',
    },
  },
  schemas: { PageConfig: PAGE_CONFIG },
  problems: [NO_HOST, NO_PAGE],
  handler:
    ({ accessPolicy, page, protectedResource }) =>
    async ({ origin }) => {
      if (!page) return err(NO_PAGE);
      const { clientId, scopes = [] } = page;
      const { adminPermission, readerPermission } = accessPolicy;
      const access = { adminPermission, readerPermission };
      if (clientId === undefined || !protectedResource) return ok({ signIn: null, ...access });
      const { issuer, publicUrl } = protectedResource;
      const resource = publicUrl ?? origin();
      return resource === undefined
        ? err(NO_HOST)
        : ok({ signIn: { issuer, clientId, scopes: [...scopes], resource }, ...access });
    },
});
