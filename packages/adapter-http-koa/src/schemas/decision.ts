import * as v from 'valibot';
import { answerObject } from './answer-object.js';

export const EVALUATIONS_PER_REQUEST = 500;

/** How many of the evaluations are answered (AuthZEN 1.0): all, or those up to the first denial or permit. */
export const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;

type AnyObject = Readonly<Record<string, unknown>>;

/** The subject of a question (AuthZEN 1.0): of type `user`, an id or an e-mail, or `issuer` and `subject` in the properties. */
export interface SubjectJson {
  readonly type: string;
  readonly id: string;
  readonly properties?: AnyObject | undefined;
}

/** The action of a question (AuthZEN 1.0). */
export interface ActionJson {
  readonly name: string;
  readonly properties?: AnyObject | undefined;
}

/** The resource of a question (AuthZEN 1.0): the type is a module; the id is not judged. */
export interface ResourceJson {
  readonly type: string;
  readonly id: string;
  readonly properties?: AnyObject | undefined;
}

/** The body of `POST /access/v1/evaluation` */
export interface EvaluationBody {
  readonly subject: SubjectJson;
  readonly action: ActionJson;
  readonly resource: ResourceJson;
  readonly context?: AnyObject | undefined;
}

/** The body of `POST /access/v1/evaluations`: its own members are the defaults of each evaluation. */
export interface EvaluationsBody extends Partial<EvaluationBody> {
  readonly evaluations?: readonly Partial<EvaluationBody>[] | undefined;
  readonly options?: { readonly evaluations_semantic?: (typeof SEMANTICS)[number] | undefined } | undefined;
}

/** A decision (AuthZEN 1.0). */
export interface DecisionJson {
  readonly decision: boolean;
  /** The mistake in this evaluation, if it is one of several. */
  readonly context?: { readonly error: { readonly status: number; readonly message: string } };
}

/** Decisions in the order of the evaluations, or one decision if there were none. */
export interface DecisionsJson {
  readonly decision?: boolean;
  readonly evaluations?: readonly DecisionJson[];
}

/** Where decisions are made (AuthZEN 1.0, metadata). */
export interface AuthzenConfigurationJson {
  readonly policy_decision_point: string;
  readonly access_evaluation_endpoint: string;
  readonly access_evaluations_endpoint: string;
}

const NO_OBJECT = 'must be an object';

/** Valibot would take a list for an object. */
const OBJECT = v.pipe(
  v.unknown(),
  v.check((value) => typeof value === 'object' && value !== null && !Array.isArray(value), NO_OBJECT),
  v.metadata({ type: 'object' }),
) as unknown as v.GenericSchema<AnyObject>;

const name = (description: string) =>
  v.pipe(v.string('must be a string'), v.nonEmpty('must not be empty'), v.description(description));

const properties = v.optional(OBJECT);

const SUBJECT: v.GenericSchema<SubjectJson> = v.object(
  {
    type: name('`user`; any other type is denied everything.'),
    id: name('The identifier or an e-mail of a user.'),
    properties: v.optional(
      v.pipe(
        OBJECT,
        v.description('`issuer` and `subject` name the user who is linked to them; `id` is then ignored.'),
      ),
    ),
  },
  NO_OBJECT,
);

const ACTION: v.GenericSchema<ActionJson> = v.object(
  { name: name('The last part of the permission: `service.<resource.type>.<action.name>`.'), properties },
  NO_OBJECT,
);

const RESOURCE: v.GenericSchema<ResourceJson> = v.object(
  {
    type: name('The module of the permission: `service.<resource.type>.<action.name>`.'),
    id: name('Any text; it is ignored.'),
    properties,
  },
  NO_OBJECT,
);

const context = v.optional(v.pipe(OBJECT, v.description('Not judged.')));

export const EVALUATION: v.GenericSchema<EvaluationBody> = v.object(
  { subject: SUBJECT, action: ACTION, resource: RESOURCE, context },
  NO_OBJECT,
);

const part = v.optional(v.pipe(OBJECT, v.description('For evaluations without one of their own.')));

const TEXT = { type: 'string', minLength: 1 };

/** A member of {@link EVALUATION}, for the description. */
const whole = (...texts: readonly string[]) => ({
  required: texts,
  properties: { ...Object.fromEntries(texts.map((one) => [one, TEXT])), properties: { type: 'object' } },
});

/** For the description: without evaluations it is a single question. */
const MANY_OR_ONE = [
  { required: ['evaluations'], properties: { evaluations: { minItems: 1 } } },
  {
    required: ['subject', 'action', 'resource'],
    properties: { subject: whole('type', 'id'), action: whole('name'), resource: whole('type', 'id') },
  },
];

/** `POST /access/v1/evaluations`; each evaluation is read by {@link EVALUATION} once it has its defaults. */
export const EVALUATIONS: v.GenericSchema<unknown, EvaluationsBody> = v.pipe(
  v.object(
    {
      subject: part,
      action: part,
      resource: part,
      context: part,
      evaluations: v.optional(
        v.pipe(
          v.array(OBJECT, 'must be an array'),
          v.maxLength(EVALUATIONS_PER_REQUEST, `must not have more than ${EVALUATIONS_PER_REQUEST} members`),
          v.description('Each with the members of a single evaluation that differ from the defaults.'),
        ),
      ),
      options: v.optional(
        v.pipe(
          // Only it refuses a list, as all members can be left out.
          OBJECT,
          v.metadata({
            properties: {
              evaluations_semantic: {
                enum: SEMANTICS,
                default: 'execute_all',
                description:
                  'Whether all are decided, or only those up to the first denial or the first permit.',
              },
            },
          }),
          v.object({
            evaluations_semantic: v.optional(v.picklist(SEMANTICS, `must be one of ${SEMANTICS.join(', ')}`)),
          }),
        ),
      ),
    },
    NO_OBJECT,
  ),
  v.metadata({ anyOf: MANY_OR_ONE }),
) as unknown as v.GenericSchema<unknown, EvaluationsBody>;

/** The answer to {@link EVALUATION}, and to each of several. */
export const DECISION: v.GenericSchema<DecisionJson> = answerObject<DecisionJson>({
  decision: v.pipe(v.boolean(), v.description('Whether the subject is granted it.')),
  context: v.optional(
    answerObject<NonNullable<DecisionJson['context']>>({
      error: answerObject<{ readonly status: number; readonly message: string }>({
        status: v.number(),
        message: v.string(),
      }),
    }),
  ),
});

/** The answer to {@link EVALUATIONS}. */
export const DECISIONS: v.GenericSchema<DecisionsJson> = answerObject<DecisionsJson>({
  decision: v.optional(
    v.pipe(v.boolean(), v.description('Without evaluations: whether the subject is granted it.')),
  ),
  evaluations: v.optional(v.array(DECISION)),
});

const url = v.string();

export const AUTHZEN_CONFIGURATION: v.GenericSchema<AuthzenConfigurationJson> =
  answerObject<AuthzenConfigurationJson>({
    policy_decision_point: url,
    access_evaluation_endpoint: url,
    access_evaluations_endpoint: url,
  });

export const DECISION_SCHEMAS: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> = {
  AuthzenConfiguration: AUTHZEN_CONFIGURATION,
  Decision: DECISION,
  DecisionAction: ACTION,
  DecisionResource: RESOURCE,
  DecisionSubject: SUBJECT,
  Decisions: DECISIONS,
  Evaluation: EVALUATION,
  Evaluations: EVALUATIONS,
};
