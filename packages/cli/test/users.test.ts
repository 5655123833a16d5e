import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('ops-admin users', () => {
  const workplace = new Workplace();
  const issuer = 'https://id.example';
  const first = { issuer, subject: 'first' };
  const pair = (subject: string) => ['--issuer', issuer, '--subject', subject];

  workplace.beginWith(async () => {
    await workplace.write('users.json', [
      {
        _id: anId(1),
        emails: ['ada@example.org'],
        personalInformation: { name: 'Ada' },
        identities: [first],
      },
      { _id: anId(2), emails: ['both@example.org'], personalInformation: { name: 'Both' } },
    ]);
    await workplace.run(['import', 'users', 'users.json']);
  });
  const identitiesOf = async (n: number) =>
    ((await workplace.json('users', 'show', anId(n))) as { identities: object[] }).identities;

  it('recommends its options where the name of a new user is missing', async () => {
    expect(await workplace.run(['users', 'create', 'new@example.org'])).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: 'ops-admin: a user needs a name: --name, --first-name or --last-name\n',
    });
  });

  it('links an identity after the existing ones, and unlinks it', async () => {
    const link = await workplace.run(['users', 'link', 'ADA@example.org', ...pair('new')]);
    expect(link).to.deep.equal({
      code: 0,
      stdout: 'Ada <ada@example.org>: linked new at https://id.example\n',
      stderr: 'entry 4; to undo it: ops-admin audit revert 4\n',
    });
    expect(await identitiesOf(1)).to.deep.equal([first, { issuer, subject: 'new' }]);
    const { stdout } = await workplace.run(['users', 'show', anId(1)]);
    expect(stdout).to.include('first at https://id.example').and.include('new at https://id.example');

    const unlink = await workplace.run(['users', 'unlink', anId(1), ...pair('first')]);
    expect(unlink).to.deep.equal({
      code: 0,
      stdout: 'Ada <ada@example.org>: unlinked first at https://id.example\n',
      stderr: 'entry 5; to undo it: ops-admin audit revert 5\n',
    });
    expect(await identitiesOf(1)).to.deep.equal([{ issuer, subject: 'new' }]);
  });

  it('reports that there was nothing to do', async () => {
    const link = await workplace.run(['users', 'link', anId(1), ...pair('first')]);
    expect([link.code, link.stdout]).to.deep.equal([
      0,
      'Ada <ada@example.org>: nothing to link: the user has first at https://id.example\n',
    ]);
    const unlink = await workplace.run(['users', 'unlink', anId(2), ...pair('first')]);
    expect([unlink.code, unlink.stdout]).to.deep.equal([
      0,
      'Both <both@example.org>: nothing to unlink: the user does not have first at https://id.example\n',
    ]);
    expect(await identitiesOf(1)).to.deep.equal([first]);
  });

  it('reports changes in JSON', async () => {
    const change = (verb: string) => workplace.json('users', verb, anId(2).toUpperCase(), ...pair('a b'));
    const record = { user: anId(2), issuer, subject: 'a b' };
    expect(await change('link')).to.deep.equal({ ...record, result: 'linked', entry: 4 });
    expect(await change('link')).to.deep.equal({ ...record, result: 'already-so' });
    expect(await change('unlink')).to.deep.equal({ ...record, result: 'unlinked', entry: 5 });
    expect(await change('unlink')).to.deep.equal({ ...record, result: 'already-so' });
  });

  it('refuses an identity that another user has, and names that user', async () => {
    const { code, stdout, stderr } = await workplace.run(['users', 'link', anId(2), ...pair('first')]);
    expect([code, stdout]).to.deep.equal([2, '']);
    expect(stderr).to.equal(
      `ops-admin: ${anId(2)}: the identity first at https://id.example belongs to ${anId(1)}\n`,
    );
    expect(await identitiesOf(1)).to.deep.equal([first]);
  });

  it('lets exactly one of many processes link an identity', async () => {
    const outcomes = await Promise.all(
      [1, 2, 1, 2].map((n) => workplace.runReal(['users', 'link', anId(n), ...pair('new')])),
    );
    expect(outcomes.map(({ code }) => code)).to.have.members([0, 0, 2, 2]);
    const owners = [...(await identitiesOf(1)), ...(await identitiesOf(2))];
    expect(owners).to.deep.equal([first, { issuer, subject: 'new' }]);
  });

  it('does not read issuer and subject from the environment', async () => {
    const env = { OPS_ISSUER: issuer, OPS_SUBJECT: 'from outside' };
    expect((await workplace.run(['users', 'link', anId(2)], { env })).code).to.equal(2);
  });

  for (const verb of ['link', 'unlink']) {
    it(`${verb} exits with 3 for an unknown user`, async () => {
      for (const unknown of [anId(9), 'nobody@example.org']) {
        const { code, stderr } = await workplace.run(['users', verb, unknown, ...pair('first')]);
        expect([code, stderr]).to.deep.equal([3, `ops-admin: no user has the id or e-mail ${unknown}\n`]);
      }
    });

    it(`${verb} requires issuer and subject, and an existing database`, async () => {
      const misused = [
        ['--issuer', issuer],
        ['--subject', 'first'],
        [...pair('first'), '--db', 'typo.db'],
        [...pair('first'), 'another'],
      ];
      for (const args of misused) {
        const { code, stdout, stderr } = await workplace.run(['users', verb, anId(1), ...args]);
        expect([code, stdout], args.join(' ')).to.deep.equal([2, '']);
        expect(stderr).to.not.equal('');
      }
    });

    it(`${verb} refuses an empty issuer or subject, and one with control characters`, async () => {
      const refused: [flag: string, text: string, message: string][] = [
        ['issuer', '', 'the issuer must not be empty'],
        ['subject', '', 'the subject must not be empty'],
        ['issuer', 'https://id.example\n', 'the issuer must not contain control characters'],
        ['subject', '\u001b[31mfirst', 'the subject must not contain control characters'],
      ];
      for (const [flag, text, message] of refused) {
        const args = ['users', verb, anId(1), ...pair('new'), `--${flag}`, text];
        const { code, stdout, stderr } = await workplace.run(args);
        expect([code, stdout], message).to.deep.equal([2, '']);
        expect(stderr).to.match(new RegExp(`^ops-admin: ${message}`));
        expect(stderr).to.not.include('\u001b');
      }
      expect(await identitiesOf(1)).to.deep.equal([first]);
    });
  }
});
