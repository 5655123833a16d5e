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
    description: 'What is left (`r`) and the seconds until the window ends (`t`).',
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
      'What is wrong with the token (RFC 6750), and where the metadata with the OAuth issuer are, if there is one (RFC 9728).',
    schema: {
      type: 'string',
      pattern:
        '^Bearer(?: error="(?:invalid_token|insufficient_scope)"(?:, error_description="[^"]+")?(?:, resource_metadata="[^"]+")?| resource_metadata="[^"]+")?$',
    },
    example: 'Bearer error="invalid_token"',
    required: true,
  },
  'X-Audit-Entry': {
    description: 'The number of the audit entry of this change, if it changed anything.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'X-Location-Precision': {
    description: 'How exactly the place was found.',
    schema: { type: 'string', enum: ['airport', 'address', 'street', 'postcode', 'district', 'town'] },
    example: 'airport',
    required: true,
  },
  'X-Location-Source': {
    description: 'Who found it: `airport`, `gazetteer`, or an address provider as the service names it.',
    schema: { type: 'string', pattern: '^[\\w.:-]+$' },
    example: 'airport',
    required: true,
  },
  'X-Next': {
    description:
      'The `next` of a page as CSV: the `before` or `after` of the page that follows; none on the last page.',
    schema: { type: 'integer', minimum: 0 },
    example: 12,
  },
  'X-Request-Id': {
    description: 'The id of this request in the log of the service: the caller’s own, or a new one.',
    schema: { type: 'string', pattern: '^[\\w.~+/=:@-]{1,128}$' },
    example: '0b0a1d3e-6a3c-4d0f-9c55-2f6f4a1b7c11',
    required: true,
  },
};
