import type { Caller, Result } from '@ops-admin/core';
import type { GenericSchema } from 'valibot';
import type { AppServices } from './app-services.js';
import type { TaggedText } from './chain/tagged-text.js';
import type { ProtectedResource } from './middleware/resource-metadata.js';
import type { DescribedProblem, Problem, ServerFailure } from './problem.js';
import type { Readiness } from './readiness.js';
import type { ProblemCode } from './schemas/problem.js';

/** Who may call (interface, "Authentication"). `badToken` is the code of 401 to anyone who has no valid token. */
export type Rights =
  | { readonly who: 'anyone' }
  | { readonly who: 'caller'; readonly badToken: ProblemCode }
  | {
      readonly who: 'admin';
      readonly badToken: ProblemCode;
      /** How a caller who is not an admin is refused. */
      readonly notAdmin: { readonly status: 401 | 403; readonly code: ProblemCode };
    };

/** A heading of the description, and what is below it. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** What handlers are made of. */
export interface HandlerServices extends AppServices {
  readonly readiness: Readiness;
  /** Not there where tokens do not come from an OAuth issuer. */
  readonly protectedResource: ProtectedResource | undefined;
  /** Every endpoint of the app. */
  readonly endpoints: readonly Endpoint[];
}

/** A request that has passed every check. */
export interface EndpointRequest<Parameters, Body> {
  /** Who calls; not there where the endpoint is for anyone. */
  readonly caller: Caller;
  /** Names the request in the answer, the log and the audit. */
  readonly requestId: string;
  /** Where the request was sent to, such as `https://ops.example.org`; `undefined` where its `Host` does not say it. */
  readonly origin: () => string | undefined;
  /** What the schemas made of the parts of the path. */
  readonly parameters: Parameters;
  /** What the schema made of the body; `undefined` where none is taken. */
  readonly body: Body;
}

/** Answers a request: with JSON, with JSON that is written out already, or with what went wrong. */
export type Handler<Parameters, Body, Answer> = (
  request: EndpointRequest<Parameters, Body>,
) => Promise<Result<Answer | TaggedText, Problem | ServerFailure>>;

/** Everything there is to know of an endpoint: the router, its chain of checks and the description are made of it. */
export interface EndpointDefinition<Parameters, Body, Answer> {
  readonly method: 'get' | 'put';
  /** With parameters in braces. */
  readonly path: string;
  /** The same endpoint without its last parameter, which is then empty; it is not described. */
  readonly alias?: string;
  /** The name of its function in a generated client. */
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly rights: Rights;
  /** Whether its requests count against the caller's rate limit (decision 7). */
  readonly isLimited?: true;
  /** The schemas that read the parts of the path, as they were sent. */
  readonly parameters?: { readonly [Name in keyof Parameters]: GenericSchema<string, Parameters[Name]> };
  readonly body?: {
    readonly schema: GenericSchema<unknown, Body>;
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
  };
  /** When the input is refused with 400: a sentence, and such parts of the path or such a body. */
  readonly invalid?: { readonly when: string; readonly example: Readonly<Record<string, unknown>> };
  readonly answer: {
    readonly description: string;
    /** Any JSON object without one. */
    readonly schema?: GenericSchema<unknown, Answer>;
    readonly example?: object;
  };
  /** Whether it answers with {@link TaggedText}, and with 304 where the caller has that already. */
  readonly isTagged?: true;
  /** The schemas of body and answer, and those within them, by the names that generated clients give them. */
  readonly schemas?: Readonly<Record<string, GenericSchema<unknown, unknown>>>;
  /** Its own problems: those of token, rights, limit, input, and failures of ours are described by themselves. */
  readonly problems?: readonly DescribedProblem[];
  /** Called once for an app. */
  handler(services: HandlerServices): Handler<Parameters, Body, Answer>;
}

/** An endpoint in a list with others. */
export type Endpoint = EndpointDefinition<Readonly<Record<string, unknown>>, unknown, unknown>;

/** Makes an endpoint, whose handler is given what its own schemas have read and gives what its answer's schema says. */
export function endpoint<Parameters, Body, Answer>(
  definition: EndpointDefinition<Parameters, Body, Answer>,
): Endpoint {
  return definition as unknown as Endpoint;
}
