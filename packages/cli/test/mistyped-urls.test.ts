import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

/** The beginning and end of every password in these tests. */
const [HEAD, TAIL] = ['hunter2', 'Zq9xy'];
const secret = (between = '') => `${HEAD}${between}${TAIL}`;
const PASSWORD = secret();

/** URLs of a database as people write them, with a password in each. Nobody answers at the port. */
const URLS: Record<string, string> = {
  'no slip': `postgres://ada:${PASSWORD}@127.0.0.1:1/ops`,
  'the longer name': `postgresql://ada:${PASSWORD}@127.0.0.1:1/ops`,
  'upper case': `POSTGRES://ada:${PASSWORD}@127.0.0.1:1/ops`,
  'a letter too few': `postgre://ada:${PASSWORD}@127.0.0.1:1/ops`,
  'another name': `psql://ada:${PASSWORD}@127.0.0.1:1/ops`,
  'the name of JDBC': `jdbc:postgresql://127.0.0.1:1/ops?user=ada&password=${PASSWORD}`,
  'another database': `mysql://ada:${PASSWORD}@127.0.0.1:1/ops`,
  'one slash': `postgres:/ada:${PASSWORD}@127.0.0.1:1/ops`,
  'no slash': `postgres:ada:${PASSWORD}@127.0.0.1:1/ops`,
  'three slashes': `postgres:///ada:${PASSWORD}@127.0.0.1:1/ops`,
  'no colon': `postgresql//ada:${PASSWORD}@127.0.0.1:1/ops`,
  'a semicolon for the colon': `postgres;//ada:${PASSWORD}@127.0.0.1:1/ops`,
  backslashes: `postgres:\\\\ada:${PASSWORD}@127.0.0.1:1\\ops`,
  'no scheme': `ada:${PASSWORD}@127.0.0.1:1/ops`,
  'no scheme, but slashes': `//ada:${PASSWORD}@127.0.0.1:1/ops`,
  'a blank before': ` postgres://ada:${PASSWORD}@127.0.0.1:1/ops`,
  quotes: `"postgres://ada:${PASSWORD}@127.0.0.1:1/ops"`,
  'a variable in it': `OPS_DB=postgres://ada:${PASSWORD}@127.0.0.1:1/ops`,
  'a path before': `./postgres://ada:${PASSWORD}@127.0.0.1:1/ops`,
  'a semicolon in the role': `postgres://ada;${PASSWORD}@127.0.0.1:1/ops`,
  'a colon that is encoded': `postgres://ada%3A${PASSWORD}@127.0.0.1:1/ops`,
  'an at that is encoded': `postgres://ada:${PASSWORD}%40127.0.0.1:1/ops`,
  'all encoded': `postgres%3A%2F%2Fada%3A${PASSWORD}%40127.0.0.1%3A1%2Fops`,
  'no at': `postgres://ada:${PASSWORD}/ops`,
  'no host': `postgres://ada:${PASSWORD}@/ops`,
  'two ats': `postgres://ada:${PASSWORD}@@127.0.0.1:1/ops`,
  'an at in it': `postgres://ada:${secret('@')}@127.0.0.1:1/ops`,
  'an at and a slash in it': `postgres://ada:${secret('@ss/')}@127.0.0.1:1/ops`,
  'a slash in it': `postgres://ada:${secret('/')}@127.0.0.1:1/ops`,
  'digits and a slash before it': `postgres://ada:123/${PASSWORD}@127.0.0.1:1/ops`,
  'digits and a question mark before it': `postgres://ada:123?${PASSWORD}@127.0.0.1:1/ops`,
  'digits and a hash before it': `postgres://ada:123#${PASSWORD}@127.0.0.1:1/ops`,
  'a question mark in it': `postgres://ada:${secret('?')}@127.0.0.1:1/ops`,
  'a hash in it': `postgres://ada:${secret('#')}@127.0.0.1:1/ops`,
  'a colon in it': `postgres://ada:${secret(':')}@127.0.0.1:1/ops`,
  'a blank in it': `postgres://ada:${secret(' ')}@127.0.0.1:1/ops`,
  'a quote in it': `postgres://ada:${secret('"')}@127.0.0.1:1/ops`,
  'a line feed in it': `postgres://ada:${secret('\n')}@127.0.0.1:1/ops`,
  'an escape in it': `postgres://ada:${secret('\u001b')}@127.0.0.1:1/ops`,
  'a broken percent in it': `postgres://ada:${secret('%')}@127.0.0.1:1/ops`,
  'a malformed port': `postgres://ada:${PASSWORD}@127.0.0.1:port/ops`,
  'a slip in the name of a parameter': `postgres://ada@127.0.0.1:1/ops?pasword=${PASSWORD}`,
  'a parameter with it': `postgres://ada@127.0.0.1:1/ops?password=${PASSWORD}`,
  'a semicolon before the parameter': `postgres://ada@127.0.0.1:1/ops;password=${PASSWORD}`,
  'the words of libpq': `host=127.0.0.1 port=1 user=ada password=${PASSWORD} dbname=ops`,
};

/** Where one may be written, and by mistake. */
const DOORS: Record<string, (url: string) => { args: string[]; env?: Record<string, string> }> = {
  '--db': (url) => ({ args: ['users', 'list', '--db', url] }),
  serve: (url) => ({ args: ['serve', '--port', '0'], env: { OPS_DB: url } }),
  OPS_DB: (url) => ({ args: ['users', 'list'], env: { OPS_DB: url } }),
  'a command that changes': (url) => ({ args: ['permissions', 'add', 'ada', 'service.a', '--db', url] }),
  'db check': (url) => ({ args: ['db', 'check', '--json'], env: { OPS_DB: url } }),
  'db backup': (url) => ({ args: ['db', 'backup', 'copy.db', '--db', url] }),
  'the file of db backup': (url) => ({ args: ['db', 'backup', url] }),
  'db copy --from': (url) => ({ args: ['db', 'copy', '--from', url, '--to', 'copy.db'] }),
  'db copy --to': (url) => ({ args: ['db', 'copy', '--from', 'ops-admin.db', '--to', url] }),
  import: (url) => ({ args: ['import', 'users', '-', '--db', url] }),
  'the file of import': (url) => ({ args: ['import', 'users', url] }),
  'the file of changes': (url) => ({ args: ['permissions', 'remove', '--file', url] }),
  config: (url) => ({ args: ['config', '--db', url] }),
  'config --json': (url) => ({ args: ['config', '--json'], env: { OPS_DB: url } }),
  'an error in JSON': (url) => ({ args: ['users', 'list', '--json', '--db', url] }),
  'a user, in JSON': (url) => ({ args: ['permissions', 'list', url, '--json'] }),
  'a stray word, in JSON': (url) => ({ args: ['permissions', 'remove', url, '--all-users', '--json'] }),
  'an unknown option, in JSON': (url) => ({ args: ['users', 'list', '--json', `--bd=${url}`] }),
  'a stray word': (url) => ({ args: ['permissions', 'remove', url, '--all-users', '--yes'] }),
  'config, of files': (url) => ({
    args: ['config', '--json'],
    env: { OPS_GEOCODE_CACHE: url, OPS_HOST: url, OPS_PERMISSIONS: url },
  }),
  'the cache': (url) => ({ args: ['cache', 'info'], env: { OPS_GEOCODE_CACHE: url } }),
  'the key file': (url) => ({ args: ['audit', 'verify'], env: { OPS_AUTH_KEYS: url } }),
  'the file of the password': (url) => ({ args: ['users', 'list'], env: { OPS_DB_PASSWORD_FILE: url } }),
  'a command': (url) => ({ args: [url] }),
  'an unknown option': (url) => ({ args: ['users', 'list', `--bd=${url}`] }),
  'a value of another option': (url) => ({ args: ['audit', 'list', '--limit', url] }),
  'a user': (url) => ({ args: ['permissions', 'list', url] }),
};

describe('A mistyped database URL', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    await workplace.run(['import', 'users', '-'], { stdin: '[]' });
  });

  for (const [door, runOf] of Object.entries(DOORS)) {
    it(`is shown without its password: ${door}`, async () => {
      const leaks: string[] = [];
      for (const [slip, url] of Object.entries(URLS)) {
        const { args, env = {} } = runOf(url);
        const { code, stderr, stdout } = await workplace.run(args, { env });
        const printed = stdout + stderr;
        if (printed.includes(HEAD) || printed.includes(TAIL)) leaks.push(`${slip}: ${printed.slice(0, 300)}`);
        expect(code, `${slip}: ${printed}`).to.be.oneOf(door.startsWith('config') ? [0, 2] : [0, 1, 2, 3]);
        expect(printed, slip).to.not.include('unexpected failure');
      }
      expect(leaks).to.deep.equal([]);
    });
  }

  it('exits with 2, and the message shows a correct form', async () => {
    for (const url of [URLS['a letter too few'], URLS['no scheme'], URLS['one slash']]) {
      const { code, stderr } = await workplace.run(['users', 'list', '--db', url ?? '']);
      expect(code).to.equal(2);
      expect(stderr).to.match(/^ops-admin: .*postgres:\/\/ROLE@HOST\/DATABASE.*\n$/);
    }
  });

  it('is shown without its secret part only where that part is clear', async () => {
    const { stderr } = await workplace.run(['users', 'list', '--db', URLS['no slip'] ?? '']);
    expect(stderr).to.include('cannot use the database postgres://ada@127.0.0.1:1/ops:');
  });

  it('is not assumed for a file with an at or a colon in its path', async () => {
    for (const file of ['./ada@example.org.db', './at 10:30.db', 'backup-10:30.db']) {
      const { code, stderr } = await workplace.run(['users', 'list', '--db', file]);
      expect([code, stderr]).to.satisfy(() => stderr.includes(`cannot use the database ${file}:`));
    }
  });
});
