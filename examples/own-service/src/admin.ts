// `npm run admin ada@example.org` prints a token for this person, valid for an hour. An unknown person becomes an admin.
import { AccessPolicy, type ObjectId, orThrow, parseObjectId } from '@ops-admin/core';
import { findUser, userChanges } from '@ops-admin/core/operations';
import { openStore } from './store.ts';

const { close, issuer, ports } = openStore();

async function makeAdmin(email: string): Promise<ObjectId> {
  const { userId } = orThrow(
    await userChanges({ ...ports, policy: new AccessPolicy() }).create({
      emails: [email],
      personalInformation: { name: email },
      permissions: ['service.admin.access', 'service.reports.read'],
      origin: { actor: 'setup', source: 'embedded' },
    }),
  );
  return orThrow(parseObjectId(userId));
}

const [email] = process.argv.slice(2);
if (!email?.includes('@')) {
  console.error('Usage: npm run admin E-MAIL');
  process.exitCode = 2;
} else {
  const found = await findUser(ports, email);
  const isUnknown = found.isErr() && found.error.type === 'user-not-found';
  const id = isUnknown ? await makeAdmin(email) : orThrow(found).id;
  console.error(`${email} is ${id}`);
  console.log(orThrow(await issuer.issue(id, 60 * 60)));
}
close();
