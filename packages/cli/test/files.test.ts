import { existsSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { USER_CSV } from '@ops-admin/core/operations';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

const ADMIN = 'service.admin.access';
/** Every command that reads a file of records, with the header of a CSV that it takes. */
const READERS: Readonly<Record<string, readonly [args: readonly string[], header: string]>> = {
  'import users': [['import', 'users'], 'id,name'],
  'import departments': [['import', 'departments'], 'id,name'],
  'permissions remove': [['permissions', 'remove', '--file'], 'user,permission'],
  'permissions apply': [['permissions', 'apply'], 'user,permission'],
  'permissions review': [['permissions', 'review'], 'user,permission,entry,decision'],
  'users deactivate': [['users', 'deactivate', '--file'], 'user'],
};

describe('A file of records', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    await workplace.write('admin.json', [
      { _id: anId(1), emails: ['a@example.org'], personalInformation: { name: 'Ann' }, permissions: [ADMIN] },
    ]);
    await workplace.run(['import', 'users', 'admin.json']);
  });
  const refusal = async (args: readonly string[], file: string, content: string | Buffer) => {
    await workplace.write(file, content);
    const { code, stderr, stdout } = await workplace.run([...args, file]);
    expect([code, stdout], stderr).to.deep.equal([2, '']);
    return stderr;
  };

  for (const [command, [args, header]] of Object.entries(READERS)) {
    const csv = `${header}\n${header.replace(/\w+/g, 'Zo\u00eb')}\n`;

    it(`is refused with the remedy where its lines end with CR alone: ${command}`, async () => {
      expect(await refusal(args, 'f.csv', csv.replaceAll('\n', '\r'))).to.equal(
        'ops-admin: f.csv:1:1: the lines end with CR alone; save the file with line ends LF or CRLF\n',
      );
    });

    it(`is refused with the remedy where it is Latin-1: ${command}`, async () => {
      expect(await refusal(args, 'f.csv', Buffer.from(csv, 'latin1'))).to.include(
        'ops-admin: f.csv:2:1: this is not text in UTF-8, nor in UTF-16 with its mark; save it as UTF-8\n',
      );
    });

    it(`is refused with the remedy where it is a spreadsheet: ${command}`, async () => {
      const zip = Buffer.from('PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml', 'latin1');
      for (const file of ['f.xlsx', 'f.csv', 'f.json'])
        expect(await refusal(args, file, zip)).to.equal(
          `ops-admin: ${file}:1:1: this is a spreadsheet (.xlsx); save it as CSV in UTF-8, and name that file\n`,
        );
    });
  }

  it('is refused where a repeated member would make a user an admin', async () => {
    const line = `{"_id":"${anId(2)}","emails":["b@example.org"],"permissions":["service.a"],"permissions":["${ADMIN}"]}`;
    const column = line.lastIndexOf('"permissions"') + 1;
    expect(await refusal(['import', 'users'], 'u.ndjson', `${line}\n`)).to.equal(
      `ops-admin: u.ndjson:1:${column}: the member permissions is repeated\n`,
    );
    expect(await refusal(['import', 'users'], 'u.json', `[\n{"_id":"x"},\n  ${line}]`)).to.equal(
      [
        'ops-admin: u.json:2:8: _id must be 24 hexadecimal digits, found "x"\n',
        `ops-admin: u.json:3:${column + 2}: the member permissions is repeated\n`,
      ].join(''),
    );
    const inner = `{"_id":"${anId(2)}","personalInformation":{"name":"A",\n"n\\u0061me":"B"}}`;
    expect(await refusal(['import', 'users'], 'u.json', `[${inner}]`)).to.equal(
      'ops-admin: u.json:2:1: the member name is repeated\n',
    );
    const twice = `{"user":"a@example.org","permissions":["service.a"],"permissions":["${ADMIN}"]}`;
    expect(await refusal(['permissions', 'remove', '--file'], 'c.ndjson', twice)).to.equal(
      'ops-admin: c.ndjson:1:53: the member permissions is repeated\n',
    );
    expect((await workplace.run(['users', 'show', anId(2)])).code).to.equal(3);
  });

  it('of users has e-mails in a column with any common name', async () => {
    for (const header of ['Email', 'E-Mail', 'Emails', 'Work E-Mail Address', 'Employee Email', 'mail']) {
      await workplace.write(
        'u.csv',
        `id,name,${header}\n${anId(2)},Bo,${header.replace(/\W/g, '')}@example.org\n`,
      );
      expect((await workplace.run(['import', 'users', 'u.csv', '--yes'])).code, header).to.equal(0);
      const { emails } = (await workplace.json('users', 'show', anId(2))) as { emails: string[] };
      expect(emails).to.deep.equal([`${header.replace(/\W/g, '')}@example.org`]);
    }
  });

  it('is read by its content, whatever its name', async () => {
    const bo = { _id: anId(2), emails: ['b@example.org'], personalInformation: { name: 'Bo' } };
    await workplace.write('users.csv', JSON.stringify([bo]));
    expect((await workplace.run(['import', 'users', 'users.csv'])).code).to.equal(0);
    await workplace.write('users.txt', `id;name;email\n${anId(3)};Cy;c@example.org\n`);
    expect((await workplace.run(['import', 'users', 'users.txt'])).code).to.equal(0);
  });

  it('may be an array whose elements have line breaks anywhere', async () => {
    const users = [2, 3].map(
      (n) =>
        `{"_id":"${anId(n)}","emails":["u${n}@example.org"],"personalInformation":\n{"name":\n"U ${n}"}}`,
    );
    await workplace.write('users.json', `[${users.join(',')}]`);
    const { code, stderr } = await workplace.run(['import', 'users', 'users.json']);
    expect([code, stderr.includes('mistake')], stderr).to.deep.equal([0, false]);
  });

  it('of one column with a misspelt name is refused, with the known name suggested', async () => {
    expect(
      await refusal(['import', 'users'], 'u.csv', `id,name,Permisions\n${anId(2)},Bo,service.a\n`),
    ).to.equal(
      'ops-admin: u.csv:1:9: unknown column Permisions; did you mean permissions?, found "Permisions"\n',
    );
  });

  it('with several permissions in one cell removes nothing in permissions apply', async () => {
    const csv = 'user,permission\na@example.org,"service.a.read, service.b.read"\n';
    expect(await refusal(['permissions', 'apply', '--yes', '--force'], 'p.csv', csv)).to.equal(
      'ops-admin: p.csv:2:16: several permissions in one place; write one a line, found "service.a.read, service.b.read"\n',
    );
    const shown = (await workplace.json('users', 'show', anId(1))) as { permissions: string[] };
    expect(shown.permissions).to.deep.equal([ADMIN]);
  });

  it('is refused with the remedy where it is an array or CSV of more than 256 MiB', async () => {
    for (const [file, start] of [
      ['f.csv', 'id,name\n'],
      ['f.json', '[\n'],
    ] as const) {
      await workplace.write(file, start);
      await truncate(workplace.path(file), 256 * 1024 * 1024 + 1);
      const { code, stderr } = await workplace.run(['import', 'users', file]);
      expect([code, stderr]).to.deep.equal([
        2,
        `ops-admin: ${file}:1:1: the file is longer than 256 MiB; split it, or write one JSON object a line\n`,
      ]);
    }
    await workplace.write('f.ndjson', '{"_id":"x","emails":[]}\n');
    await truncate(workplace.path('f.ndjson'), 256 * 1024 * 1024 + 1);
    const { code, stderr } = await workplace.run(['import', 'users', 'f.ndjson']);
    expect(code).to.equal(2);
    expect(stderr).to.include('f.ndjson:1:8: _id must be').and.include('f.ndjson:2:1: it is longer than');
  });

  it('creates no database where it is refused', async () => {
    await workplace.write('u.csv', 'id,name\rx,y\r');
    const { code } = await workplace.run(['import', 'users', 'u.csv', '--db', 'new.db']);
    expect([code, existsSync(workplace.path('new.db'))]).to.deep.equal([2, false]);
    await workplace.write('u.csv', `id,name,email,department\n${anId(2)},Bo,b@example.org,SALES\n`);
    const unknown = await workplace.run(['import', 'users', 'u.csv', '--db', 'new.db']);
    expect([unknown.code, unknown.stderr]).to.deep.equal([
      2,
      'ops-admin: u.csv:2:43: no department has the id or the code "SALES", found "SALES"\n',
    ]);
    expect(['new.db', 'new.keys.json'].filter((file) => existsSync(workplace.path(file)))).to.deep.equal([]);
    await workplace.write('u.csv', `id,name,email\n${anId(2)},Bo,b@example.org\n`);
    const made = await workplace.run(['import', 'users', 'u.csv', '--db', 'new.db']);
    expect([made.code, made.stderr.split('\n')[0]]).to.deep.equal([0, 'made the database new.db']);
  });

  it('of users as CSV by the service is unchanged when it is imported again: joiners, wide spaces, hearts', async () => {
    const names = [
      '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627',
      '\u0dc1\u0dca\u200d\u0dbb\u0dd3',
      'Jean\u00a0Dupont',
      'M\u00fcller\u00adL\u00fcdenscheidt',
      '\u5c71\u7530\u3000\u592a\u90ce',
      '\u845b\u{e0100}\u57ce',
      '\u200f\u05e9\u05dc\u05d5\u05dd\u200f',
      'Ann \u2764\ufe0f',
    ];
    const users = names.map((name, n) => ({
      _id: anId(n + 20),
      emails: [`u${n}@example.org`],
      personalInformation: { name },
    }));
    await workplace.write('u.json', users);
    expect((await workplace.run(['import', 'users', 'u.json'])).code).to.equal(0);
    const listed = (await workplace.json('users', 'list')) as Parameters<typeof USER_CSV.lineOf>[0][];
    const csv = USER_CSV.header + listed.map((user) => USER_CSV.lineOf(user)).join('');
    await workplace.write('u.csv', csv);
    const { code, stdout, stderr } = await workplace.run(['import', 'users', 'u.csv', '--yes']);
    expect([code, stdout], stderr).to.deep.equal([0, 'users: 0 created, 0 updated, 9 unchanged\n']);
    expect(csv).to.include(names[0]);
  });

  it('of departments is read in the form of HTTP answers, with times or dates in any spelling', async () => {
    const of = (n: number, more: object) => ({ _id: anId(n), name: `D${n}`, ...more });
    const departments = [
      of(11, { createdAt: '2026-01-31', manager: { _id: anId(1), emails: [] } }),
      of(12, { created_at: '2026-02-01T10:00:00Z', parentDepartment: { _id: anId(11), name: 'D11' } }),
      of(13, { 'created at': '2026-02-02', manager: 'a@example.org', parentDepartment: null }),
    ];
    await workplace.write('d.json', departments);
    expect((await workplace.run(['import', 'departments', 'd.json'])).stdout).to.include('3 created');
    const listed = async () =>
      (await workplace.json('departments', 'list')) as {
        readonly createdAt: string;
        readonly manager?: { readonly _id: string };
        readonly parentId: string | null;
      }[];
    expect(
      (await listed()).map(({ createdAt, manager, parentId }) => [createdAt, manager?._id, parentId]),
    ).to.deep.equal([
      ['2026-02-02T00:00:00.000Z', anId(1), null],
      ['2026-02-01T10:00:00.000Z', undefined, anId(11)],
      ['2026-01-31T00:00:00.000Z', anId(1), null],
    ]);
    await workplace.write('again.json', await listed());
    expect((await workplace.run(['import', 'departments', 'again.json'])).stdout).to.equal(
      'departments: 0 created, 0 updated, 3 unchanged\n',
    );
    await workplace.write('dates.csv', `id,name,Created At\n${anId(14)},D14,2026-03-01\n`);
    expect((await workplace.run(['import', 'departments', 'dates.csv'])).code).to.equal(0);
    expect((await listed())[0]?.createdAt).to.equal('2026-03-01T00:00:00.000Z');
    expect(
      await refusal(['import', 'departments'], 'd.csv', `id,name,created_at\n${anId(14)},D14,1 March\n`),
    ).to.equal(
      'ops-admin: d.csv:2:30: createdAt must be a time such as 2026-01-31T12:00:00.000Z, found "1 March"\n',
    );
  });

  it('that was exported accepts a new row, whose user is filled and whose id is empty', async () => {
    const csv = `user,userId,permission\na@example.org,${anId(1)},${ADMIN}\na@example.org,,service.a.read\n`;
    await workplace.write('p.csv', csv);
    const { code, stderr } = await workplace.run(['permissions', 'apply', 'p.csv', '--yes']);
    expect(code, stderr).to.equal(0);
    const shown = (await workplace.json('users', 'show', anId(1))) as { permissions: string[] };
    expect(shown.permissions).to.deep.equal([ADMIN, 'service.a.read']);
  });
});
