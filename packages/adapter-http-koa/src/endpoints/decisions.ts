import { type Caller, type CheckedUser, err, ok, type PermissionCheck, type Result } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { readBody } from '../chain/read-input.js';
import { notGranted } from '../chain/require-right.js';
import { type Endpoint, endpoint, type HandlerServices, type Tag } from '../endpoint.js';
import { type DescribedProblem, type Problem, type ServerFailure, storeFailure } from '../problem.js';
import {
  AUTHZEN_CONFIGURATION,
  type AuthzenConfigurationJson,
  DECISION,
  DECISION_SCHEMAS,
  DECISIONS,
  type DecisionJson,
  EVALUATION,
  EVALUATIONS,
  EVALUATIONS_PER_REQUEST,
  type EvaluationBody,
  type SubjectJson,
} from '../schemas/decision.js';
import { ADMINS } from './admin-changes.js';
import { NO_HOST } from './protected-resource.js';

const DECISIONS_TAG: Tag = {
  name: 'Decisions',
  description:
    'Access decisions for other services: OpenID AuthZEN Authorization API 1.0. The permission is `service.<resource.type>.<action.name>`; `resource.id` is ignored.',
};

const PATHS = {
  evaluation: '/access/v1/evaluation',
  evaluations: '/access/v1/evaluations',
} as const;

/** A store that fails gives no answer, also not the answer no. */
const NO_DECISION: DescribedProblem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'Nothing can be decided now; try again',
  when: 'Permissions cannot be read.',
  headers: { 'Retry-After': '1' },
  refusal: 'store-busy',
};

const ABOUT_OTHERS: DescribedProblem = {
  ...notGranted(ADMINS.notAdmin, 'readers'),
  message: 'Only readers can ask about other users',
  when: 'The caller asks about another user, and is not a reader.',
};

const ASKED: EvaluationBody = {
  subject: { type: 'user', id: 'jonas.lindqvist@demo.example' },
  action: { name: 'read' },
  resource: { type: 'tickets', id: 'any' },
};

const SHARED = {
  method: 'post',
  tag: DECISIONS_TAG,
  rights: { who: 'caller', badToken: 'UNAUTHORIZED' },
  schemas: DECISION_SCHEMAS,
  problems: [ABOUT_OTHERS],
  unavailable: NO_DECISION,
} as const;

export const EVALUATE: Endpoint = endpoint({
  ...SHARED,
  path: PATHS.evaluation,
  operationId: 'evaluate',
  summary: 'Decide whether a user may do something',
  description:
    'Callers ask about themselves; readers ask about any user. Unknown and inactive users are denied everything. Unknown members are ignored.',
  body: {
    schema: EVALUATION,
    examples: { one: { summary: 'One question', value: ASKED } },
  },
  answer: {
    schema: DECISION,
    description: 'The decision; a denial is also 200.',
    example: { decision: true },
  },
  handler:
    (services) =>
    async ({ body, caller }) =>
      await decideOne(services, body, caller),
});

export const EVALUATE_ALL: Endpoint = endpoint({
  ...SHARED,
  path: PATHS.evaluations,
  operationId: 'evaluateAll',
  summary: 'Decide many questions',
  description: `Callers ask about themselves; readers ask about any user. At most ${EVALUATIONS_PER_REQUEST} evaluations, decided at one moment. The other members are defaults, which each evaluation replaces as a whole. One that is still incomplete is denied, with \`context.error\`. Without evaluations it is a single question. Unknown members are ignored.`,
  body: {
    schema: EVALUATIONS,
    examples: {
      screen: {
        summary: 'What a screen shows',
        value: {
          subject: ASKED.subject,
          resource: ASKED.resource,
          evaluations: [{ action: { name: 'read' } }, { action: { name: 'comment' } }],
        },
      },
    },
  },
  answer: {
    schema: DECISIONS,
    description: 'A decision for each evaluation, in their order, or up to the one that decided.',
    example: { evaluations: [{ decision: true }, { decision: false }] },
  },
  handler:
    (services) =>
    async ({ body, caller }) => {
      const { evaluations = [], options, ...defaults } = body;
      if (evaluations.length === 0) {
        const single = readBody({ schema: EVALUATION, examples: {} }, defaults);
        return single.isErr()
          ? err(single.error)
          : await decideOne(services, single.value as EvaluationBody, caller);
      }
      const read = evaluations.map((one) =>
        v.safeParse(EVALUATION, { ...defaults, ...one }, { abortEarly: true }),
      );
      const asked = read.flatMap(({ output, success }) => (success ? [output] : []));
      const decided = await decide(services, asked, caller);
      if (decided.isErr()) return err(decided.error);
      const answers = decided.value[Symbol.iterator]();
      const decisions: DecisionJson[] = [];
      for (const one of read) {
        const decision: boolean = one.success && answers.next().value === true;
        const error = one.issues && { status: 400, message: describeIssue(one.issues[0], 'The evaluation') };
        decisions.push({ decision, ...(error && { context: { error } }) });
        if (options?.evaluations_semantic === (decision ? 'permit_on_first_permit' : 'deny_on_first_deny'))
          break;
      }
      return ok({ evaluations: decisions });
    },
});

export const SHOW_AUTHZEN_CONFIGURATION: Endpoint = endpoint({
  method: 'get',
  path: '/.well-known/authzen-configuration',
  operationId: 'showAuthzenConfiguration',
  tag: DECISIONS_TAG,
  summary: 'Show the decision point',
  description: 'Metadata of a policy decision point (AuthZEN 1.0). Needs no token.',
  rights: { who: 'anyone' },
  answer: {
    schema: AUTHZEN_CONFIGURATION,
    description: 'The service, and its endpoints.',
    example: configuration('https://ops.example.org'),
  },
  schemas: DECISION_SCHEMAS,
  problems: [NO_HOST],
  handler:
    ({ publicUrl }) =>
    async ({ origin }) => {
      const address = publicUrl ?? safe(origin());
      return address === undefined ? err(NO_HOST) : ok(configuration(address));
    },
});

function configuration(address: string): AuthzenConfigurationJson {
  return {
    policy_decision_point: address,
    access_evaluation_endpoint: address + PATHS.evaluation,
    access_evaluations_endpoint: address + PATHS.evaluations,
  };
}

/** Other machines use https: a proxy that ends TLS asks by http. */
function safe(origin: string | undefined): string | undefined {
  const isHere = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/i.test(origin ?? '');
  return isHere ? origin : origin?.replace(/^http:/, 'https:');
}

async function decideOne(
  services: HandlerServices,
  asked: EvaluationBody,
  caller: Caller,
): Promise<Result<DecisionJson, Problem | ServerFailure>> {
  const decided = await decide(services, [asked], caller);
  return decided.isErr() ? err(decided.error) : ok({ decision: decided.value[0] === true });
}

/** Whether each is granted. It is refused as a whole if the caller may not ask about one of the users. */
async function decide(
  { access, checks }: HandlerServices,
  asked: readonly EvaluationBody[],
  caller: Caller,
): Promise<Result<readonly boolean[], Problem | ServerFailure>> {
  const questions = asked.map(checkOf);
  const mayAsk = await access.mayAskAbout(
    questions.map(({ user }) => user),
    caller,
  );
  if (mayAsk.isErr()) return err(storeFailure(mayAsk.error));
  if (!mayAsk.value) return err(ABOUT_OTHERS);
  const checked = await checks.check(questions);
  return checked.isErr() ? err(storeFailure(checked.error)) : ok(checked.value.map(({ granted }) => granted));
}

function checkOf({ subject, ...asked }: EvaluationBody): PermissionCheck {
  return { user: askedUser(subject), permission: permissionOf(asked) };
}

/** A subject of another type is nobody, whom no text names. */
function askedUser({ id, properties, type }: SubjectJson): CheckedUser {
  if (type !== 'user') return '';
  const { issuer, subject } = properties ?? {};
  return typeof issuer === 'string' && typeof subject === 'string' ? { issuer, subject } : id;
}

function permissionOf({ action, resource }: Pick<EvaluationBody, 'action' | 'resource'>): string {
  return `service.${resource.type}.${action.name}`;
}
