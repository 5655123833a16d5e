import { PermissionSet } from '@ops-admin/core';
import { newEnforcer, newModelFromString } from 'casbin';
import { spread, within } from './report.mjs';

const MODEL = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && r.obj == p.obj && (p.act == "*" || r.act == p.act)
`;

/** Compares a check and the removal of one module's 100 permissions from 10,000 with casbin, both in memory. */
export async function compareWithCasbin(runs) {
  const policies = Array.from({ length: 10_000 }, (_, n) => [
    'ada',
    `module${n % 100}`,
    `action${Math.floor(n / 100)}`,
  ]);
  const held = PermissionSet.of(policies.map(([, module, action]) => `service.${module}.${action}`));
  const times = {};
  const timed = async (name, work) => {
    const start = performance.now();
    await work();
    times[name] = [...(times[name] ?? []), performance.now() - start];
  };
  for (let run = 0; run < runs; run++) {
    const enforcer = await newEnforcer(newModelFromString(MODEL));
    await enforcer.addPolicies(policies);
    await timed('check: PermissionSet', () => held.grants('service.module7.action7'));
    await timed('check: casbin', () => enforcer.enforce('ada', 'module7', 'action7'));
    await timed('removal: PermissionSet', () => held.remove(['service.module7.*']));
    const removed = policies.filter(([, module]) => module === 'module7');
    await timed('removal: casbin', () => enforcer.removePolicies(removed));
  }
  for (const [name, all] of Object.entries(times))
    console.log(`casbin: ${name}: ${within(spread(all), 3)} ms`);
}
