import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** What the provider has to remember (sessions, grants, codes), in memory; it outlives a restart. */
export function providerState(): AdapterFactory {
  const all = new Map<string, AdapterPayload>();
  return (model) => adapterOf(model, all);
}

function adapterOf(model: string, all: Map<string, AdapterPayload>): Adapter {
  const keyOf = (id: string) => `${model}:${id}`;
  const findBy = (field: 'uid' | 'userCode', value: string) =>
    [...all].find(([key, payload]) => key.startsWith(`${model}:`) && payload[field] === value)?.[1];

  return {
    upsert: async (id, payload) => void all.set(keyOf(id), payload),
    find: async (id) => all.get(keyOf(id)),
    findByUid: async (uid) => findBy('uid', uid),
    findByUserCode: async (userCode) => findBy('userCode', userCode),
    destroy: async (id) => void all.delete(keyOf(id)),
    async consume(id) {
      const payload = all.get(keyOf(id));
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of all) if (payload.grantId === grantId) all.delete(key);
    },
  };
}
