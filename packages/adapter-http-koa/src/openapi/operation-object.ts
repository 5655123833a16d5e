import { type Callers, callersOf } from '../chain/require-right.js';
import type { Endpoint } from '../endpoint.js';
import { type DescribedProblem, problemJson } from '../problem.js';
import { PROBLEM } from '../schemas/problem.js';
import { HEADERS } from './headers.js';
import { type NamedSchemas, parameterObject } from './named-schemas.js';
import { earlyProblemsOf, lateProblemsOf } from './problems-of.js';

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an answer that the caller has; 304 if it is still valid.',
  schema: { type: 'string' },
  required: false,
};

/** How the description of an endpoint begins; without a token each says it in its own words. */
const FOR: Readonly<Record<Callers, string>> = {
  anyone: '',
  users: 'For every user. ',
  readers: 'For readers. ',
  admins: 'For admins. ',
  'admins, and readers for dry runs': 'For admins, and for readers with `dryRun`. ',
};

const TEXT = { schema: { type: 'string' } };

const LIMITS = ['RateLimit', 'RateLimit-Policy'];
const TAGS = ['ETag'];

export function operationObject(endpoint: Endpoint, schemas: NamedSchemas): object {
  const { answer, body, description, isLimited, isTagged, operationId, rights, summary, tag } = endpoint;
  const parameters = [
    ...Object.entries(endpoint.parameters ?? {}).map(([name, schema]) =>
      parameterObject('path', name, schema),
    ),
    ...Object.entries(endpoint.query ?? {}).map(([name, schema]) => parameterObject('query', name, schema)),
    ...(isTagged ? [IF_NONE_MATCH] : []),
  ];
  const limits = isLimited ? LIMITS : [];
  return {
    operationId,
    tags: [tag.name],
    summary,
    description: FOR[callersOf(endpoint)] + description,
    security: rights.who === 'anyone' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemas.referenceTo(body.schema), examples: body.examples },
        },
      },
    }),
    responses: {
      200: answerResponse(
        endpoint,
        [...limits, ...(isTagged ? TAGS : []), ...(answer.headers ?? [])],
        schemas,
      ),
      ...(isTagged && {
        304: {
          description: 'The answer that the caller has is still valid; no body.',
          headers: headersOf([...TAGS, ...(answer.headers ?? [])]),
        },
      }),
      ...problemResponses(earlyProblemsOf(endpoint), [], schemas),
      ...problemResponses(lateProblemsOf(endpoint), limits, schemas),
      // `4XX` would say more, but some generators of clients cannot read it.
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

function answerResponse(
  { answer: { csv, description, example, schema, textType } }: Endpoint,
  headers: readonly string[],
  schemas: NamedSchemas,
): object {
  const json = {
    schema: schema ? schemas.referenceTo(schema) : { type: 'object' },
    ...(example && { example }),
  };
  // As a second content type, CSV would make generated clients return a string or a page.
  const asCsv = csv && ` With \`Accept: text/csv\` it is CSV with the header \`${csv.trimEnd()}\`.`;
  const content = textType ? { [textType]: TEXT } : { 'application/json': json };
  return { description: `${description}${asCsv ?? ''}`, headers: headersOf(headers), content };
}

/** The responses to problems, by status; `headers` can come with each of them. */
function problemResponses(
  problems: readonly DescribedProblem[],
  headers: readonly string[],
  schemas: NamedSchemas,
): object {
  const statuses = new Set(problems.map(({ status }) => status));
  return Object.fromEntries(
    [...statuses].map((one) => [
      one,
      problemResponse(
        problems.filter(({ status }) => status === one),
        headers,
        schemas,
      ),
    ]),
  );
}

export function problemResponse(
  problems: readonly DescribedProblem[],
  headers: readonly string[],
  schemas: NamedSchemas,
): object {
  const codes = [...new Set(problems.map(({ code }) => code))];
  const whens = problems.map(({ when }) => when).join(' ');
  const names = [...headers, ...problems.flatMap((problem) => Object.keys(problem.headers ?? {}))];
  const code = codes.length === 1 ? { const: codes[0] } : { enum: codes };
  // Some tools reject a member that is only named in the other half of `allOf`.
  const properties = { code: { type: 'string', ...code }, message: { type: 'string' } };
  const error = { type: 'object', properties };
  return {
    description: `${codes.map((one) => `\`${one}\``).join(', ')}: ${whens}`,
    headers: headersOf(names),
    content: {
      'application/json': {
        schema: { allOf: [schemas.referenceTo(PROBLEM), { type: 'object', properties: { error } }] },
        ...examplesOf(problems),
      },
    },
  };
}

function examplesOf(problems: readonly DescribedProblem[]): object {
  const [example, ...others] = problems.map(problemJson);
  if (others.length === 0) return { example };
  return {
    examples: Object.fromEntries(
      problems.map((problem, n) => [n + 1, { summary: problem.when, value: problemJson(problem) }]),
    ),
  };
}

function headersOf(names: readonly string[]): object {
  return Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [
      name,
      name in HEADERS ? { $ref: `#/components/headers/${name}` } : { schema: { type: 'string' } },
    ]),
  );
}
