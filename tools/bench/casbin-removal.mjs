/** One wildcard taken from 10,000 permissions, by `PermissionSet.remove` and by casbin; `node casbin-removal.mjs RUNS`. */
import assert from 'node:assert/strict';
import { PermissionSet } from '@ops-admin/core';
import { newEnforcer, newModelFromString } from 'casbin';

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
const [MODULES, ACTIONS] = [100, 100];
const runs = Number(process.argv[2] ?? 30);

const policies = Array.from({ length: MODULES * ACTIONS }, (_, n) => [
  'ada',
  `module${n % MODULES}`,
  `action${Math.floor(n / MODULES)}`,
]);
const held = PermissionSet.of(policies.map(([, module, action]) => `service.${module}.${action}`));
const taken = policies.filter(([, module]) => module === 'module7');

/** Milliseconds. */
async function timed(work) {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

const times = {
  'PermissionSet.remove': [],
  'casbin, removeFilteredPolicy': [],
  'casbin, removePolicies': [],
};
const note = (name, [milliseconds, result], run) => {
  // The first ones are slower until they are compiled.
  if (run >= 0) times[name].push(milliseconds);
  return result;
};
const removals = {
  'casbin, removeFilteredPolicy': (enforcer) => enforcer.removeFilteredPolicy(0, 'ada', 'module7'),
  'casbin, removePolicies': (enforcer) => enforcer.removePolicies(taken),
};
for (let run = -5; run < runs; run++) {
  const change = note('PermissionSet.remove', await timed(() => held.remove(['service.module7.*'])), run);
  assert.equal(change.removed.length, ACTIONS);
  for (const [name, remove] of Object.entries(removals)) {
    const enforcer = await newEnforcer(newModelFromString(MODEL));
    await enforcer.addPolicies(policies);
    assert.ok(note(name, await timed(() => remove(enforcer)), run));
    assert.equal((await enforcer.getPolicy()).length, policies.length - ACTIONS);
  }
}
console.log(JSON.stringify(times));
