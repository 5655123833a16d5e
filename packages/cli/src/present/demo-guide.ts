import type { PreparedDemo } from '@ops-admin/service';

/** The addresses of the pages, and lines to copy into a shell: the day of an admin. */
export function demoGuide(
  { signInUrl, url }: { readonly url: string; readonly signInUrl?: string },
  { adminToken, departments, userId, users, userToken }: PreparedDemo,
): string[] {
  const curl = 'curl -sS -H "Authorization: Bearer $ADMIN_TOKEN"';
  const change = (verb: string, permission: string) => [
    `${curl} -X PUT -H 'Content-Type: application/json' \\`,
    `  -d '{"payload":{"userId":"${userId}","permissions":["${permission}"]}}' \\`,
    `  '${url}/user/${verb}-permissions'`,
  ];
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
    '# The ten newest departments, then all in their hierarchy',
    `${curl} '${url}/department/list/0/10'`,
    `${curl} '${url}/department/hierarchy'`,
    '',
    '# Take a whole module from a user, and give one permission back',
    ...change('remove', 'service.tickets.*'),
    ...change('add', 'service.tickets.read'),
    '',
    '# Find who holds anything of a module, and see what one user may really do',
    `${curl} '${url}/user/list/0/10?holds=service.tickets.*'`,
    `${curl} '${url}/user/${userId}'`,
    '',
    '# Who changed what, the newest first',
    `${curl} '${url}/audit/list?limit=5'`,
    '',
    '# An airport by IATA or ICAO code, and the town of an address',
    `${curl} '${url}/geo-locations/address/JFK'`,
    `${curl} '${url}/geo-locations/address/12%20Rue%20de%20Rivoli%2C%20Paris'`,
    '',
    '# What a user without the rights of an admin sees',
    `curl -sS -H "Authorization: Bearer $USER_TOKEN" '${url}/department/list/0/10'`,
    '',
    '# Without a token',
    `curl -sS '${url}/health/ready'`,
    '',
  ];
}
