import { readdirSync, readFileSync } from 'node:fs';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

/** Every text that identifies a person, in addition to their id. */
const TEXTS = ['ada.byron', 'old.ada', 'Augusta', 'Lovelace', 'Countess', 'sub-4711', 'sub-4712'];

describe('The erasure of a user', () => {
  const workplace = new Workplace();
  const ADA = anId(2);
  const run = async (...words: string[]) => {
    const { code, stderr, stdout } = await workplace.run(words);
    expect(code, stderr).to.equal(0);
    return stdout;
  };
  const linked = (subject: string) => ['--issuer', 'https://id.example', '--subject', subject];
  /** Which of the texts a file has. */
  const left = (file: string) => {
    const bytes = readFileSync(workplace.path(file)).toString('latin1').toLowerCase();
    return TEXTS.filter((text) => bytes.includes(text.toLowerCase()));
  };

  beforeEach(async () => {
    await workplace.write('users.json', [
      {
        _id: anId(1),
        emails: ['boss@example.org'],
        personalInformation: { name: 'Boss' },
        permissions: ['service.admin.access'],
      },
      {
        _id: ADA,
        emails: ['old.ada@example.org', 'x@example.org'],
        personalInformation: { firstName: 'Augusta', lastName: 'Byron', name: 'Countess Byron' },
        permissions: ['service.a.read'],
        identities: [{ issuer: 'https://id.example', subject: 'sub-4711' }],
      },
    ]);
    await run('import', 'users', 'users.json');
    await run('users', 'update', ADA, '--email', 'ada.byron@example.org', '--last-name', 'Lovelace');
    await run('users', 'link', ADA, ...linked('sub-4712'));
    await run('users', 'unlink', ADA, ...linked('sub-4711'));
    await run('permissions', 'add', ADA, 'service.b.read');
    await run('users', 'deactivate', ADA);
  });

  it('leaves no personal data in the log of a service after any request about the user', async () => {
    const token = (await run('token', 'issue', '--user', 'boss@example.org')).trim();
    const service = await workplace.serve();
    const ask = async (method: string, path: string, payload?: object) => {
      const answer = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(payload && { body: JSON.stringify({ payload }) }),
      });
      return (await answer.json()) as { readonly data: { readonly user: { readonly _id: string } } };
    };
    const personalInformation = { firstName: 'Augusta', lastName: 'Lovelace', name: 'Countess Byron' };
    const identities = [{ issuer: 'https://id.example', subject: 'sub-4711' }];
    const emails = ['ada.byron@example.net'];
    const created = await ask('POST', '/user/create', { emails, identities, personalInformation });
    expect(created, JSON.stringify(created)).to.have.property('data');
    const userId = created.data.user._id;
    await ask('GET', '/user/list/0/0?search=ada.byron');
    await ask('GET', '/audit/list?user=ada.byron@example.net');
    await ask('PUT', '/user/update', { userId, emails: ['old.ada@example.net', 'no address'] });
    await ask('PUT', '/user/update', { userId, emails: ['old.ada@example.net'] });
    await ask('PUT', '/user/set-active', { userId, active: false });
    await ask('POST', '/user/erase', { userId });
    await service.stop();
    const log = service.log().toLowerCase();
    expect(log).to.include('/user/erase');
    expect(TEXTS.filter((text) => log.includes(text.toLowerCase()))).to.deep.equal([]);
  });

  it('leaves no personal data in the database and in later exports, and a sound audit log', async () => {
    expect(left('ops-admin.db').concat(logged()), 'before').not.to.be.empty;
    await run('users', 'erase', ADA, '--yes');
    await run('db', 'check', '--vacuum');
    const files = readdirSync(workplace.path('.')).filter((name) => name.startsWith('ops-admin.db'));
    for (const file of files) expect(left(file), file).to.deep.equal([]);
    await workplace.write('exported.ndjson', await run('audit', 'export'));
    expect(left('exported.ndjson')).to.deep.equal([]);
    expect(readFileSync(workplace.path('exported.ndjson'), 'utf8'), 'the id stays').to.include(ADA);
    await run('audit', 'verify');
    await run('audit', 'verify', 'exported.ndjson');
    await run('db', 'copy', '--from', 'ops-admin.db', '--to', 'copy.db');
    expect(left('copy.db')).to.deep.equal([]);
  });

  it('removes the user from all lists, and leaves nothing to undo', async () => {
    const trail = async () =>
      (await workplace.json('audit', 'list', '--user', ADA)) as { id: number; action: string }[];
    const before = await trail();
    await run('users', 'erase', ADA, '--yes');
    expect((await workplace.run(['users', 'show', ADA])).code).to.equal(3);
    expect((await workplace.run(['users', 'activate', ADA])).code).to.equal(3);
    expect(await workplace.json('users', 'list')).to.have.length(1);
    const [erased] = await trail();
    expect(erased?.action).to.equal('erase');
    for (const { id } of [...before, ...(erased ? [erased] : [])]) {
      const { stdout } = await workplace.run(['audit', 'revert', `${id}`, '--json']);
      expect(JSON.parse(stdout), `${id}`).to.include({ result: 'nothing-left' });
    }
  });

  function logged(): string[] {
    const names = readdirSync(workplace.path('.'));
    return names.includes('ops-admin.db-wal') ? left('ops-admin.db-wal') : [];
  }
});
