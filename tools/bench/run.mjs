/** The bench; README.md says how to run it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { LoadProcess } from './load-process.mjs';
import { readOptions } from './options.mjs';
import { plot } from './plot.mjs';
import { profileLines } from './profile.mjs';
import { linesOf, verdictLines } from './report.mjs';
import { runCasbin } from './scenarios/casbin.mjs';
import { runChanges } from './scenarios/changes.mjs';
import { Databases, HTTP_SCENARIOS, profileHttpScenario, runHttpScenario } from './scenarios/http.mjs';
import { runJobs } from './scenarios/jobs.mjs';
import { runMemory } from './scenarios/memory.mjs';
import { runPages } from './scenarios/pages.mjs';
import { runStart } from './scenarios/start.mjs';
import { STORES } from './stores.mjs';
import { judge } from './targets.mjs';

const RESULTS = join(import.meta.dirname, 'results');
const OTHERS = {
  changes: runChanges,
  pages: runPages,
  casbin: runCasbin,
  jobs: runJobs,
  memory: runMemory,
  start: runStart,
};

function machine() {
  const require = createRequire(import.meta.url);
  const version = (name) => require(`${name}/package.json`).version;
  const libraries = ['autocannon', 'better-sqlite3', 'casbin', 'koa'];
  return {
    time: new Date().toISOString(),
    node: process.version,
    processor: cpus()[0]?.model,
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${process.arch}`,
    log: process.env.OPS_LOG_LEVEL ?? 'info',
    versions: Object.fromEntries(libraries.map((name) => [name, version(name)])),
  };
}

function optionsOrEnd() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`bench: ${error.message}`);
    process.exit(2);
  }
}

const { quick, database, profile, plan, scenarios } = optionsOrEnd();
const folder = mkdtempSync(join(tmpdir(), 'ops-admin-bench-'));
const store = await STORES[database](folder);
const load = new LoadProcess();
const databases = new Databases(folder, store, plan);
const context = { folder, databases, load, plan, quick };
try {
  if (profile !== undefined) {
    const out = join(RESULTS, 'profiles', profile);
    rmSync(out, { recursive: true, force: true });
    const measured = await profileHttpScenario(profile, context, out);
    for (const line of linesOf(profile, measured)) console.log(line);
    for (const line of profileLines(out, plan.seconds)) console.log(line);
  } else {
    const results = {};
    const measure = async (names) => {
      for (const name of names) {
        results[name] = await (name in HTTP_SCENARIOS
          ? runHttpScenario(name, context)
          : OTHERS[name](context));
        for (const line of linesOf(name, results[name])) console.log(line);
      }
    };
    const missedOf = (verdicts) => [
      ...new Set(verdicts.filter(({ met }) => !met).map(({ scenario }) => scenario)),
    ];
    await measure(scenarios);
    // There are no targets for PostgreSQL.
    const hasTargets = database === 'SQLite';
    let verdicts = hasTargets ? judge(results, quick) : [];
    if (quick && missedOf(verdicts).length > 0) {
      for (const line of verdictLines(verdicts)) console.log(line);
      console.log('Measured once more, in case the machine was busy:');
      await measure(missedOf(verdicts));
      verdicts = judge(results, quick);
    }
    for (const line of verdictLines(verdicts)) console.log(line);
    if (quick) process.exitCode = missedOf(verdicts).length === 0 ? 0 : 1;
    else if (hasTargets) {
      mkdirSync(RESULTS, { recursive: true });
      const text = JSON.stringify({ machine: machine(), plan, verdicts, results }, null, 2);
      writeFileSync(join(RESULTS, 'bench.json'), `${text}\n`);
      writeFileSync(join(RESULTS, 'bench.svg'), plot(results, verdicts));
    }
  }
} finally {
  load.end();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}
