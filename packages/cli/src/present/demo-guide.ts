import type { PreparedDemo } from '@ops-admin/service';

/** Returns the addresses of the demo, its tokens, and a first request, to copy into a shell. */
export function demoGuide(
  { signInUrl, url }: { readonly url: string; readonly signInUrl?: string },
  { adminToken, departments, users, userToken }: PreparedDemo,
): string[] {
  return [
    ...(signInUrl ? ['Open the page as an admin:', signInUrl, ''] : []),
    `Try the interface: ${url}/docs`,
    `ops-admin listens on ${url}`,
    '',
    `The demo organisation: ${departments} departments, ${users} users.`,
    'Tokens of an admin and of a plain user, valid for a day:',
    '',
    `ADMIN_TOKEN='${adminToken}'`,
    '',
    `USER_TOKEN='${userToken}'`,
    '',
    `curl -sS -H "Authorization: Bearer $ADMIN_TOKEN" '${url}/department/list/0/10'`,
    '',
  ];
}
