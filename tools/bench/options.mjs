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

/** What `--database` takes, and the stores it stands for. */
const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const ON_POSTGRES = Object.keys(HTTP_SCENARIOS).filter((name) => !HTTP_SCENARIOS[name].onSqliteAlone);

const FULL = { rounds: 5, seconds: 5, warmUp: 6, users: 100_000, starts: 15, casbinRuns: 30 };
/** Changes take longer there, and so does their import. */
const USERS_ON_POSTGRES = 30_000;
const QUICK = { rounds: 3, seconds: 1, warmUp: 3, users: 30_000, starts: 3, casbinRuns: 10 };

/** What to run, from the command line; throws what is wrong with it. */
export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      database: { type: 'string', default: 'sqlite' },
      profile: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  const { quick, profile } = values;
  oneOf('database', Object.keys(DATABASES), values.database);
  const database = DATABASES[values.database];
  const isOnPostgres = database === 'PostgreSQL';
  if (quick && isOnPostgres) throw new Error('--quick has no bounds for PostgreSQL');
  const known = isOnPostgres ? ON_POSTGRES : SCENARIOS;
  for (const name of positionals) oneOf('scenario', known, name);
  const overHttp = known.filter((name) => name in HTTP_SCENARIOS);
  if (profile !== undefined) oneOf('scenario', overHttp, profile);
  const plan = {
    ...FULL,
    ...(isOnPostgres && { users: USERS_ON_POSTGRES }),
    ...(quick && QUICK),
    ...(values.rounds !== undefined && { rounds: countOf('rounds', values.rounds) }),
    ...(values.seconds !== undefined && { seconds: countOf('seconds', values.seconds) }),
  };
  const all = quick ? SCENARIOS.filter((name) => name !== 'pages') : known;
  return { quick, database, profile, plan, scenarios: positionals.length > 0 ? positionals : all };
}

function oneOf(what, names, name) {
  if (!names.includes(name)) throw new Error(`there is no ${what} ${name}; there are ${names.join(', ')}`);
}

function countOf(name, text) {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`--${name} must be a whole number from 1`);
  return Number(text);
}
