import { parseArgs } from 'node:util';
import { HTTP_SCENARIOS } from './scenarios/http.mjs';

export const SCENARIOS = [
  ...Object.keys(HTTP_SCENARIOS),
  'changes',
  'pages',
  'casbin',
  'jobs',
  'memory',
  'start',
];

const FULL = { rounds: 5, seconds: 5, warmUp: 6, users: 100_000, starts: 15, casbinRuns: 30 };
const QUICK = { rounds: 3, seconds: 1, warmUp: 3, users: 30_000, starts: 3, casbinRuns: 10 };

/** What to run, from the command line; throws what is wrong with it. */
export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  const { quick, profile } = values;
  for (const name of positionals) oneOf(SCENARIOS, name);
  if (profile !== undefined) oneOf(Object.keys(HTTP_SCENARIOS), profile);
  const plan = {
    ...(quick ? QUICK : FULL),
    ...(values.rounds !== undefined && { rounds: countOf('rounds', values.rounds) }),
    ...(values.seconds !== undefined && { seconds: countOf('seconds', values.seconds) }),
  };
  const all = quick ? SCENARIOS.filter((name) => name !== 'pages') : SCENARIOS;
  return { quick, profile, plan, scenarios: positionals.length > 0 ? positionals : all };
}

function oneOf(names, name) {
  if (!names.includes(name)) throw new Error(`there is no scenario ${name}; there are ${names.join(', ')}`);
}

function countOf(name, text) {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`--${name} must be a whole number from 1`);
  return Number(text);
}
