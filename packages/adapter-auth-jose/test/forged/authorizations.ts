import type { Forger } from './forger.ts';

/** A request that shows a real token in a way that does not count. */
export interface ForgedAuthorization {
  readonly what: string;
  /** Header lines, without their ends. */
  readonly lines: readonly string[];
  /** To be put after the path. */
  readonly query?: string;
}

const SCHEMES = [
  ...[
    'Basic',
    'Digest',
    'Token',
    'JWT',
    'DPoP',
    'MAC',
    'Hawk',
    'OAuth',
    'Negotiate',
    'ApiKey',
    'Bear',
    'Bearers',
  ],
  ...[
    'Bearer:',
    'Bearer=',
    'Bearer,',
    'Bearer;',
    '"Bearer"',
    'Βearer',
    'Вearer',
    'Bеarer',
    'B\u200bearer',
    'Bearer\u00a0',
  ],
];

/** Every way we know to show a real token wrongly (RFC 6750, section 2.1): none of them may be let in. */
export function forgedAuthorizations(forger: Forger): ForgedAuthorization[] {
  const token = forger.real();
  const values: string[] = [
    ...SCHEMES.flatMap((scheme) => [`${scheme} ${token}`, `${scheme}${token}`]),
    ...[
      token,
      `"${token}"`,
      `Bearer`,
      `Bearer${token}`,
      `Bearer\t${token}`,
      `Bearer \t${token}`,
      `Bearer ,${token}`,
    ],
    ...[
      `Bearer "${token}"`,
      `Bearer '${token}'`,
      `Bearer <${token}>`,
      `Bearer token=${token}`,
      `Bearer token="${token}"`,
    ],
    ...[
      `Bearer ${token} ${token}`,
      `Bearer ${token},${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token};`,
    ],
    ...[
      `Bearer Bearer ${token}`,
      `Bearer: ${token}`,
      `Bearer ${token} realm="x"`,
      `Bearer realm="x" ${token}`,
    ],
    ...[
      `Basic YTpi, Bearer ${token}`,
      `Bearer ${token}, Basic YTpi`,
      `Bearer x, Bearer ${token}`,
      `, Bearer ${token}`,
    ],
    ...[
      `Basic ${Buffer.from(`:${token}`).toString('base64')}`,
      `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
    ],
    ...[
      `Bearer ${encodeURIComponent(`${token}=`)}`,
      `Bearer%20${token}`,
      `Bearer+${token}`,
      `Bearer\\ ${token}`,
    ],
    ...[
      `Bearer ${Buffer.from(token).toString('base64')}`,
      `Bearer ${token.replaceAll('.', '%2E')}`,
      `Bearer ${token}#x`,
    ],
    ...[
      `bearer,${token}`,
      `Bearer ${token}\\`,
      `Bearer ${token}"`,
      `Bearer ${token}?`,
      `Bearer =${token}`,
      `Bearer ${token}=x`,
    ],
  ];
  const elsewhere = [
    ...[
      'X-Authorization',
      'Proxy-Authorization',
      'X-Access-Token',
      'X-Auth-Token',
      'Access-Token',
      'X-Forwarded-Authorization',
    ],
    ...[
      'X-Original-Authorization',
      'Authentication',
      'X-Api-Key',
      'Token',
      'X-Amz-Security-Token',
      'Authorization-Bearer',
    ],
  ];
  const cookies = ['access_token', 'token', 'Authorization', 'session', 'jwt', 'id_token', '__Host-token'];
  const queries = [
    'access_token',
    'token',
    'authorization',
    'Authorization',
    'bearer',
    'jwt',
    'id_token',
    'assertion',
  ];
  const good = `Authorization: Bearer ${token}`;
  return [
    ...values.map((value) => ({
      what: value.replaceAll(token, 'TOKEN'),
      lines: [`Authorization: ${value}`],
    })),
    ...elsewhere.flatMap((name) => [
      { what: `in ${name}`, lines: [`${name}: Bearer ${token}`] },
      { what: `in ${name}, bare`, lines: [`${name}: ${token}`] },
    ]),
    ...cookies.map((name) => ({ what: `in the cookie ${name}`, lines: [`Cookie: ${name}=${token}`] })),
    ...queries.map((name) => ({ what: `in the query ${name}`, lines: [], query: `?${name}=${token}` })),
    { what: 'twice', lines: [good, good] },
    { what: 'after another', lines: ['Authorization: Bearer x', good] },
    { what: 'before another', lines: [good, 'Authorization: Basic YTpi'] },
    { what: 'before an empty one', lines: [good, 'Authorization:'] },
    { what: 'after an empty one', lines: ['Authorization:', good] },
    { what: 'twice, in two cases', lines: [good, good.toLowerCase()] },
    { what: 'empty', lines: ['Authorization:'] },
    { what: 'of another header', lines: ['Authorization: Bearer', token] },
    { what: 'nothing at all', lines: [] },
  ];
}
