import { readFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';

describe('A file of another form', function () {
  this.timeout(30_000);
  const workplace = new Workplace();
  let organisation: AnOrganisation;
  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.a']);
    await organisation.remove(1, ['service.a']);
  });
  afterEach(() => organisation.close());

  const text = (name: string) => readFile(workplace.path(name), 'utf8');
  /** The one line that a refusal prints; nothing else is printed or changed. */
  const refusal = async (file: string, ...args: string[]) => {
    const before = await readFile(workplace.path(file));
    const { code, stderr, stdout } = await workplace.run(args);
    expect([code === 0, stdout], args.join(' ')).to.deep.equal([false, '']);
    expect(await readFile(workplace.path(file)), file).to.deep.equal(before);
    return stderr;
  };

  it('is refused in one sentence, with a remedy: a database', async () => {
    await organisation.close();
    const database = new Database(workplace.path('ops-admin.db'));
    database.exec('update ops_admin_schema set version = 99, compatible_from = 99');
    database.pragma('journal_mode = delete');
    database.close();
    expect(await refusal('ops-admin.db', 'users', 'list')).to.equal(
      'ops-admin: cannot use the database ./ops-admin.db: a newer version of ops-admin has changed it; install that version\n',
    );
  });

  it('is refused in one sentence, with a remedy: an export', async () => {
    const { stdout } = await workplace.run(['audit', 'export']);
    await workplace.write('other.ndjson', stdout.replace('"seal":', '"sealed":'));
    expect(await refusal('other.ndjson', 'audit', 'verify', 'other.ndjson')).to.equal(
      'ops-admin: the file does not begin as an export; name one that audit export wrote\n',
    );
  });

  it('is refused in one sentence, with a remedy: a key file', async () => {
    const { keys } = JSON.parse(await text('ops-admin.keys.json')) as { keys: object[] };
    for (const content of [{ version: 2, keys: { in: 'another form' } }, { keys: keys.slice(0, 1) }]) {
      await workplace.write('ops-admin.keys.json', content);
      expect(await refusal('ops-admin.keys.json', 'audit', 'verify')).to.match(
        /^ops-admin: cannot use the key file \S+: it holds no (pair|secret|public key) that [^;\n]+; name another file, or restore it from a backup\n$/,
      );
    }
  });
});
