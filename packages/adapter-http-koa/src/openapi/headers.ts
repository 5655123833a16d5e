interface HeaderDescription {
  readonly description: string;
  readonly schema: object;
  readonly example: string | number;
  /** Comes with every answer that names it. */
  readonly required?: true;
}

/** Headers of answers, described once for every operation that names them. */
export const HEADERS: Readonly<Record<string, HeaderDescription>> = {
  Allow: {
    description: 'The methods that the path allows, if it does not allow this one.',
    schema: { type: 'string', pattern: '^[A-Z]+(?:, [A-Z]+)*$' },
    example: 'HEAD, GET',
  },
  ETag: {
    description: 'Identifies this answer, for `If-None-Match`.',
    schema: { type: 'string', pattern: '^W/"[\\w-]+"$' },
    example: 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
    required: true,
  },
  RateLimit: {
    description: 'The lookups left (`r`) and the seconds until the window ends (`t`).',
    schema: { type: 'string', pattern: '^"default";r=\\d+;t=\\d+$' },
    example: '"default";r=99;t=60',
  },
  'RateLimit-Policy': {
    description: 'The quota (`q`) in a window of this many seconds (`w`).',
    schema: { type: 'string', pattern: '^"default";q=\\d+;w=\\d+$' },
    example: '"default";q=100;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    schema: { type: 'integer', minimum: 1, maximum: 86_400 },
    example: 12,
    required: true,
  },
  'WWW-Authenticate': {
    description:
      'The fault of the token (RFC 6750), and the address of the metadata that names the OAuth issuer (RFC 9728).',
    schema: {
      type: 'string',
      pattern:
        '^Bearer(?: error="(?:invalid_token|insufficient_scope)"(?:, error_description="[^"]+")?(?:, resource_metadata="[^"]+")?| resource_metadata="[^"]+")?$',
    },
    example: 'Bearer error="invalid_token"',
    required: true,
  },
  'X-Audit-Entry': {
    description: 'The number of the entry that this change wrote; missing if nothing changed.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'X-Location-Precision': {
    description: 'The precision of the location.',
    schema: { type: 'string', enum: ['airport', 'address', 'street', 'postcode', 'district', 'town'] },
    example: 'airport',
    required: true,
  },
  'X-Location-Source': {
    description: 'The source of the location: `airport`, `gazetteer`, or the name of an address provider.',
    schema: { type: 'string', pattern: '^[\\w.:-]+$' },
    example: 'airport',
    required: true,
  },
  'X-Next': {
    description:
      'The `next` of a page as CSV: the `before` or `after` of the next page; missing on the last page.',
    schema: { type: 'integer', minimum: 0 },
    example: 12,
  },
  'X-Request-Id': {
    description: 'The id of this request in the log of the service, as the caller sent it or a new one.',
    schema: { type: 'string', pattern: '^[\\w.~+/=:@-]{1,128}$' },
    example: '0b0a1d3e-6a3c-4d0f-9c55-2f6f4a1b7c11',
    required: true,
  },
};
