import { aDraft, anId, anIdentity, aSigner, aTime, aUser, changeLink, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('The hashed and signed text agrees with docs/trail.md', () => {
  /** Every text that a digest is made of, or that is signed. */
  const listening = () => {
    const texts: string[] = [];
    const signer = aSigner();
    const listen =
      <Args extends string[], T>(work: (...args: Args) => T) =>
      (...args: Args): T => {
        texts.push(args.at(-1) as string);
        return work(...args);
      };
    return { texts, signer: { ...signer, digest: listen(signer.digest), sign: listen(signer.sign) } };
  };

  it('for an entry', async () => {
    const { signer, texts } = listening();
    const ports = openOrganisation(signer);
    await ports.organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    const { seal } = await makeChange(ports.permissions, 1, 'add', ['service.a'], { reason: 'é "x"' });
    await changeLink(ports.permissions, 1, 'link', anIdentity('s'), { batch: 'run-1' });
    const digest = aSigner().digest(texts.find((text) => text.startsWith('\n')) ?? '');
    expect(digest).to.equal(seal.digest);
    const user = `"userId":"${anId(1)}"`;
    const rest = `"requestId":"request-1","requested":`;
    const profile = (subjects: readonly string[]) => {
      const identities = subjects.map((subject) => `{"issuer":"https://id.example","subject":"${subject}"}`);
      const [text = ''] = texts.filter((one) => one.startsWith('{"active":true,"departmentId":null,'));
      const [, salt] = /"salt":"([^"]+)"/.exec(text) ?? [];
      const names = '{"firstName":"First1","lastName":"Last1","name":"First1 Last1"}';
      return `{"active":true,"departmentId":null,"emails":["user1@example.org"],"identities":[${identities}],"personalInformation":${names},"salt":"${salt}"}`;
    };
    const [first, second] = [profile([]), profile(['s'])];
    const { subjectDigest, subjectSalt } = (await ports.audit.find(2))._unsafeUnwrap() ?? {};
    expect(subjectDigest).to.equal(aSigner().digest(`{"salt":"${subjectSalt}","subject":"s"}`));
    const digestOf = (text: string) => `"profile":"${aSigner().digest(text)}"`;
    const isOfUser = (text: string) => /^(?:\[|\{"(?:entry|salt)")/.test(text);
    const signed = `ops-admin-audit-v1\n1\n${digest}`;
    expect(texts.filter((text) => !isOfUser(text))).to.deep.equal([
      first,
      `\n{"action":"add","actor":"${anId(1)}","added":["service.a"],"after":["service.a"],"before":[],"id":1,${digestOf(first)},"reason":"é \\"x\\"","removed":[],${rest}["service.a"],"source":"http","time":"${aTime(0)}",${user}}`,
      signed,
      first,
      second,
      // Once more: is that the signature of the entry before?
      signed,
      `${digest}\n{"action":"link","actor":"${anId(1)}","added":[],"after":["service.a"],"batch":"run-1","before":["service.a"],"id":2,"identity":{"issuer":"https://id.example"},${digestOf(second)},"removed":[],${rest}[],"source":"http","subjectDigest":"${subjectDigest}","time":"${aTime(0)}",${user}}`,
      `ops-admin-audit-v1\n2\n${aSigner().digest(texts.at(-2) ?? '')}`,
    ]);
  });
});
