import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ChangeRequest, PermissionStore, TrailSigner } from '@ops-admin/core';
import { AS_IT_COMES, aRequest, aSignerThat } from '@ops-admin/testing';

/**
 * Writes to the trail in every way there is, for a process of its own that was started with NAME and COUNT. It says "ready", waits
 * for any message, makes COUNT changes, and sends how many entries it wrote. After each it lets others have their turn.
 */
export async function writeChain(
  storeSealedBy: (signer: TrailSigner) => Pick<PermissionStore, 'change'>,
  pause: () => Promise<void> = async () => {},
): Promise<void> {
  const [name, count] = process.argv.slice(3) as [string, string];
  const signer = aSignerThat((text) => {
    if (text.includes('unsealable')) throw new Error('unsealable');
  });
  const store = storeSealedBy(signer);
  const draft = { actor: `cli:${name}` };
  const give = (user: number, permission: string) => aRequest(user, 'add', [permission], draft);
  const change = async (requests: readonly ChangeRequest[], options = {}) =>
    (await store.change(requests, { ...AS_IT_COMES, ...options }))._unsafeUnwrap();

  process.send?.('ready');
  await once(process, 'message');
  let written = 0;
  for (let n = 0; n < Number(count); n++) {
    const permission = `service.${name}.n${n % 9}`;
    const batch = [1, 2, 3].map((user) => give(user, permission));
    switch (n % 4) {
      case 0:
        written += (await change(batch)).length;
        break;
      case 1:
        // The first two take no numbers, the last gives them back.
        await change(batch, { dryRun: true });
        await change([...batch, give(99, permission)], { atomic: true });
        await assert.rejects(async () =>
          store.change([...batch, aRequest(1, 'remove', ['unsealable'])], AS_IT_COMES),
        );
        break;
      default:
        written += (await change([aRequest(1, 'remove', [`service.${name}.*`], draft)])).length;
    }
    await pause();
  }
  process.send?.(written);
}
