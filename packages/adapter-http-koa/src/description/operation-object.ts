import { type ProblemCode, problemBody } from '../present/problem.js';
import { PROBLEM } from '../schemas/problem.js';
import { schemaReference } from './json-schemas.js';
import type { AnswerDescription, HeaderName, Operation, ProblemDescription } from './operation.js';

/** An endpoint as OpenAPI writes it. */
export function operationObject(operation: Operation): object {
  const { answer, body, description, id, needsToken, parameters, problems, revalidates, summary, tag } =
    operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: needsToken ? [{ bearer: [] }] : [],
    ...(parameters && {
      parameters: parameters.map((parameter) => ({ ...parameter, required: parameter.in === 'path' })),
    }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaReference(body.schema), examples: body.examples } },
      },
    }),
    responses: {
      200: answerResponse(answer),
      ...(revalidates && {
        304: { description: 'What the caller has still holds; no body.', headers: headersOf(['ETag']) },
      }),
      ...Object.fromEntries(problems.map((problem) => [problem.status, problemResponse(problem)])),
    },
  };
}

function answerResponse({ description, example, headers = [], schema }: AnswerDescription): object {
  const json = {
    schema: schema ? schemaReference(schema) : { type: 'object' },
    ...(example && { example }),
  };
  return { description, headers: headersOf(headers), content: { 'application/json': json } };
}

/** An error of an operation, or of any. */
export function problemResponse({ code, headers = [], message, when }: ProblemDescription): object {
  const example = problemBody(code, message);
  return {
    description: `\`${code}\`: ${when}`,
    headers: headersOf(headers),
    content: {
      'application/json': { schema: { allOf: [schemaReference(PROBLEM), withCode(code)] }, example },
    },
  };
}

function withCode(code: ProblemCode): object {
  const properties = { code: { type: 'string', const: code } };
  return { type: 'object', properties: { error: { type: 'object', properties } } };
}

function headersOf(names: readonly HeaderName[]): object {
  const all: HeaderName[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
