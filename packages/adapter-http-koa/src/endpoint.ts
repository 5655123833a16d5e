import type { Caller, Result } from '@ops-admin/core';
import type { GenericSchema } from 'valibot';
import type { AppServices } from './app-services.js';
import type { AnswerWithHeaders } from './chain/answer-with-headers.js';
import type { StreamedText } from './chain/streamed-text.js';
import type { TaggedText } from './chain/tagged-text.js';
import type { ProtectedResource } from './middleware/resource-metadata.js';
import type { AppPage } from './page/app-page.js';
import type { DescribedProblem, Problem, ServerFailure } from './problem.js';
import type { Readiness } from './readiness.js';
import type { ProblemCode } from './schemas/problem.js';
import type { TrailWatch } from './server/trail-watch.js';

/** The callers of an endpoint (interface, "Authentication"). `badToken` is the code of the 401 for a caller without a valid token. */
export type Rights =
  | { readonly who: 'anyone' }
  | { readonly who: 'caller'; readonly badToken: ProblemCode }
  | {
      readonly who: 'admin';
      readonly badToken: ProblemCode;
      readonly notAdmin: { readonly status: 401 | 403; readonly code: ProblemCode };
      /**
       * Readers can call, too, if `dryRun` is true in the payload, whose schema must know that member. They can always send a
       * `GET`.
       */
      readonly readers?: 'dry-runs';
    };

/** A heading of the description, and the text below it. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface HandlerServices extends AppServices {
  readonly readiness: Readiness;
  /** Where clients reach the app, if that is known. */
  readonly publicUrl: string | undefined;
  readonly version: string | undefined;
  /** For requests that wait for entries of the trail. */
  readonly trailWatch: TrailWatch;
  /** Missing if tokens do not come from an OAuth issuer. */
  readonly protectedResource: ProtectedResource | undefined;
  /** Missing for an endpoint without one. */
  readonly page: AppPage | undefined;
  readonly endpoints: readonly Endpoint[];
}

/** A request that has passed every check. */
export interface EndpointRequest<Parameters, Body, Query = unknown> {
  /** The caller; missing if the endpoint is for anyone. */
  readonly caller: Caller;
  /**
   * Says that the request waits for something to happen: it no longer counts as running, and token and rights are judged
   * again before its answer is sent. Calls back once nobody waits for the answer, or the client can have hung up.
   */
  readonly hold: (whenGone: () => void) => void;
  /** The id of the request in the answer, the log and the audit log. */
  readonly requestId: string;
  /** Whether the caller accepts CSV rather than JSON, of an endpoint that gives both. */
  readonly asCsv: boolean;
  /** The header `If-Match`, if there is one. */
  readonly ifMatch?: string | undefined;
  /** Where the request was sent to, such as `https://ops.example.org`; `undefined` if its `Host` does not say it. */
  readonly origin: () => string | undefined;
  /** The parts of the path, parsed by the schemas. */
  readonly parameters: Parameters;
  /** The parameters of the query, parsed by the schemas, without those that the caller left out. */
  readonly query: Partial<Query>;
  /** The body, parsed by the schema; `undefined` if the endpoint takes none. */
  readonly body: Body;
}

/** Answers a request: with JSON, with JSON text, with JSON and additional headers, in pieces, or with a problem. */
export type Handler<Parameters, Body, Answer, Query = unknown> = (
  request: EndpointRequest<Parameters, Body, Query>,
) => Promise<Result<Answer | AnswerWithHeaders<Answer> | TaggedText | StreamedText, Problem | ServerFailure>>;

/** All facts of an endpoint: the router, its chain of checks and the description are made of it. */
export interface EndpointDefinition<Parameters, Body, Answer, Query = unknown> {
  readonly method: 'get' | 'post' | 'put';
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
  /** Whether its requests count against the caller's rate limit. */
  readonly isLimited?: true;
  /** The schemas that read the parts of the path, as they were sent. */
  readonly parameters?: { readonly [Name in keyof Parameters]: GenericSchema<string, Parameters[Name]> };
  /**
   * The schemas that read the parameters of the query, none of which is required. With it, even if it has no schemas, any
   * other parameter in the query is 400, and so is a parameter that is empty or given twice. Without it the
   * query is ignored.
   */
  readonly query?: { readonly [Name in keyof Query]: GenericSchema<string, Query[Name]> };
  /** Whether parameters that `query` does not name are ignored, as on the paths that the interface specifies. */
  readonly ignoresOtherQuery?: true;
  /** Parameters of the query that are 400 although others are ignored, each with what to do instead. */
  readonly refusedQuery?: Readonly<Record<string, string>>;
  readonly body?: {
    readonly schema: GenericSchema<unknown, Body>;
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
  };
  readonly answer: {
    readonly description: string;
    /** Without a schema, any JSON object. */
    readonly schema?: GenericSchema<unknown, Answer>;
    readonly example?: object;
    /** If it is a list that can be CSV, too: the first line of that, for the description. */
    readonly csv?: string;
    /** If it is not one JSON object, but text of this type. */
    readonly textType?: string;
    readonly headers?: readonly string[];
  };
  /** Whether it answers with {@link TaggedText}, and with 304 if the caller already has that. */
  readonly isTagged?: true;
  /** The schemas of body and answer, and those within them, by the names that generated clients give them. */
  readonly schemas?: Readonly<Record<string, GenericSchema<unknown, unknown>>>;
  /** Its own problems: those of token, rights, limit, input, and failures of the service are added by themselves. */
  readonly problems?: readonly DescribedProblem[];
  /** The answer in place of 500 if rights or data cannot be read. */
  readonly unavailable?: DescribedProblem;
  /** Called once for an app. */
  handler(services: HandlerServices): Handler<Parameters, Body, Answer, Query>;
}

/** An endpoint in a list with others. */
export type Endpoint = EndpointDefinition<
  Readonly<Record<string, unknown>>,
  unknown,
  unknown,
  Readonly<Record<string, unknown>>
>;

/** Makes an endpoint. Its handler gets what its schemas have read, and returns what the schema of its answer says. */
export function endpoint<Parameters, Body, Answer, Query>(
  definition: EndpointDefinition<Parameters, Body, Answer, Query>,
): Endpoint {
  return definition as unknown as Endpoint;
}
