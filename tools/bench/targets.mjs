import { MANY, SINGLE } from './scenarios/changes.mjs';
import {
  byHand,
  IMPORT,
  NO_REMOVAL,
  REHEARSED,
  REHEARSED_LONGER,
  REMOVAL,
  VERIFICATION,
} from './scenarios/jobs.mjs';
import { ratio, spread } from './statistics.mjs';

/**
 * What the service has to reach, by scenario. `measure` gives a spread from the scenario's result, and its median has to
 * be within `full`. `quick` is for `--quick`: a little more than half of what is usual, or less than twice that, so that twice
 * the cost shows and a busy machine does not. What depends on how fast the machine is, or takes long, has no quick bound.
 */
export const TARGETS = [
  throughput('list', 'limit-koa', 0.85, 0.3),
  throughput('list', 'floor-http', 1.5, 1.2),
  tail('list'),
  throughput('users', 'limit-koa', 0.8, 0.3),
  throughput('search', 'limit-koa', 0.8, 0.3),
  throughput('user', 'limit-koa', 0.8, 0.3),
  throughput('session', 'limit-koa', 0.8, 0.3),
  throughput('decision', 'limit-koa', 0.8, 0.3),
  // Usual is 1.4 where flushing the disk is cheap: the limit flushes for each request, the service for those of a turn together.
  throughput('removal-32', 'limit-koa', 3, 0.9),
  throughput('removal-32', 'floor-http', 2, 0.9),
  tail('removal-32'),
  throughput('removal-1', 'limit-koa', 0.9, 0.4),
  throughput('removal-1', 'floor-http', 0.9, 0.5),
  manyAtOnce('SQLite', 1.4),
  manyAtOnce('PostgreSQL'),
  throughput('airport', 'limit-koa', 0.85, 0.3),
  tail('airport'),
  throughput('address', 'limit-koa', 0.8, 0.3),
  tail('address'),
  throughput('no-token', 'limit-koa', 0.8, 0.3),
  throughput('no-user', 'limit-koa', 0.8, 0.3),
  throughput('over-limit', 'limit-koa', 0.8, 0.3),
  lastPage('SQLite'),
  lastPage('PostgreSQL'),
  {
    scenario: 'casbin',
    says: "times casbin's removePolicies",
    measure: ({ milliseconds }) =>
      ratio(milliseconds['casbin, removePolicies'], milliseconds['PermissionSet.remove']),
    full: ['at least', 10],
    quick: ['at least', 8],
  },
  {
    scenario: 'casbin',
    says: "times casbin's removeFilteredPolicy",
    measure: ({ milliseconds }) =>
      ratio(milliseconds['casbin, removeFilteredPolicy'], milliseconds['PermissionSet.remove']),
    full: ['at least', 10],
  },
  {
    scenario: 'jobs',
    says: `${REMOVAL}: what the rows take, times by hand`,
    measure: ({ processes }) => {
      const rowsOf = (all, none) => times(processes[all]).map((time, n) => time - times(processes[none])[n]);
      return ratio(rowsOf(REMOVAL, NO_REMOVAL), rowsOf(byHand(REMOVAL), byHand(NO_REMOVAL)));
    },
    full: ['at most', 1.5],
  },
  wholeProcess(REMOVAL, 3.5),
  wholeProcess(IMPORT, 2),
  wholeProcess(VERIFICATION),
  {
    scenario: 'jobs',
    says: `s for a ${REHEARSED}`,
    measure: ({ processes }) => spread(times(processes[REHEARSED]).map((time) => time / 1000)),
    full: ['at most', 5],
  },
  {
    scenario: 'jobs',
    says: `MB more for a ${REHEARSED_LONGER} than for a ${REHEARSED}`,
    measure: ({ processes }) =>
      spread(processes[REHEARSED_LONGER].map(({ memory }, n) => memory - processes[REHEARSED][n].memory)),
    full: ['at most', 80],
  },
  {
    scenario: 'memory',
    says: 'MB after start',
    measure: ({ afterStart }) => spread([afterStart]),
    full: ['at most', 75],
    quick: ['at most', 120],
  },
  {
    scenario: 'memory',
    says: 'MB after 1,000,000 requests',
    measure: ({ afterMany }) => spread([afterMany]),
    full: ['at most', 110],
  },
  {
    scenario: 'start',
    says: 'ms until serve is ready, more than an empty script',
    measure: ({ milliseconds: times }) =>
      spread(times.serve.map((time, run) => time - times['an empty script'][run])),
    full: ['at most', 250],
  },
  {
    scenario: 'start',
    says: 'until serve is ready, times an empty script',
    measure: ({ milliseconds: times }) => ratio(times.serve, times['an empty script']),
    quick: ['at most', 12],
  },
  {
    scenario: 'start',
    says: '--help, times an empty script',
    measure: ({ milliseconds: times }) => ratio(times['--help'], times['an empty script']),
    full: ['at most', 1.5],
    quick: ['at most', 3.5],
  },
];

/** What the results say of each target, or of each quick bound. */
export function judge(results, isQuick) {
  return TARGETS.filter((target) => results[target.scenario] && target[isQuick ? 'quick' : 'full']).map(
    ({ scenario, says, measure, full, quick }) => {
      const value = measure(results[scenario]);
      const [sense, bound] = isQuick ? quick : full;
      const met = sense === 'at most' ? value.median <= bound : value.median >= bound;
      return { scenario, says, value, sense, bound, met };
    },
  );
}

function throughput(scenario, other, full, quick) {
  return {
    scenario,
    says: `times ${other}`,
    measure: ({ servers }) => ratio(rates(servers.service), rates(servers[other])),
    full: ['at least', full],
    quick: ['at least', quick],
  };
}

function tail(scenario) {
  const slowest = (rounds) => rounds.map(({ p99 }) => p99);
  return {
    scenario,
    says: 'p99, times floor-http',
    measure: ({ servers }) => ratio(slowest(servers.service), slowest(servers['floor-http'])),
    full: ['at most', 2],
    quick: ['at most', 4],
  };
}

function manyAtOnce(store, quick) {
  return {
    scenario: 'changes',
    says: `${store}: ${MANY}, times ${SINGLE}`,
    measure: ({ stores }) => ratio(rates(stores[store][MANY]), rates(stores[store][SINGLE])),
    full: ['at least', 3],
    ...(quick && { quick: ['at least', quick] }),
  };
}

function lastPage(store) {
  const halfDone = (rounds) => rounds.map(({ p50 }) => p50);
  return {
    scenario: 'pages',
    says: `${store}: time of the last page, times the first of 1,000`,
    measure: ({ stores }) =>
      ratio(halfDone(stores[store]['last page']), halfDone(stores[store]['first page'])),
    full: ['at most', 1.5],
  };
}

function wholeProcess(job, quick) {
  return {
    scenario: 'jobs',
    says: `${job}: whole process, times by hand`,
    measure: ({ processes }) => ratio(times(processes[job]), times(processes[byHand(job)])),
    full: ['at most', 2],
    ...(quick && { quick: ['at most', quick] }),
  };
}

function times(processes) {
  return processes.map(({ milliseconds }) => milliseconds);
}

function rates(rounds) {
  return rounds.map(({ perSecond }) => perSecond);
}
