import type { GenericSchema } from 'valibot';
import type { ProblemCode } from '../present/problem.js';

/** Headers that are described once, by name. */
export type HeaderName =
  | 'Allow'
  | 'ETag'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'Retry-After'
  | 'WWW-Authenticate'
  | 'X-Request-Id';

export type Tag = 'Departments' | 'Permissions' | 'Locations' | 'Service';

/** A part of the path, or a header of the request. */
export interface ParameterDescription {
  readonly name: string;
  readonly in: 'path' | 'header';
  readonly description: string;
  /** JSON Schema. */
  readonly schema: object;
  readonly example?: string | number;
}

/** A body that is taken, by the schema that checks it. */
export interface BodyDescription {
  readonly schema: GenericSchema<unknown, unknown>;
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
}

/** The answer of 200, by the schema that its presenter's type is bound to; any JSON object without one. */
export interface AnswerDescription {
  readonly schema?: GenericSchema<unknown, unknown>;
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  readonly example?: object;
}

/** An error: its status, its code and when it happens. */
export interface ProblemDescription {
  readonly status: number;
  readonly code: ProblemCode;
  readonly when: string;
  /** What may come with it, beside what every answer has. */
  readonly headers?: readonly HeaderName[];
  /** The message of the example. */
  readonly message: string;
}

/** An endpoint as the description tells it (OpenAPI 3.1, "Operation Object"). */
export interface Operation {
  readonly method: 'get' | 'put';
  /** With parameters in braces. */
  readonly path: string;
  /** The name of its function in a generated client. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly needsToken: boolean;
  readonly parameters?: readonly ParameterDescription[];
  readonly body?: BodyDescription;
  readonly answer: AnswerDescription;
  /** 304 is among the answers. */
  readonly revalidates?: true;
  readonly problems: readonly ProblemDescription[];
}
