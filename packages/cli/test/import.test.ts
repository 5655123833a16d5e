import { existsSync } from 'node:fs';
import { anId } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('ops-admin import', function () {
  this.timeout(20_000);
  const workplace = new Workplace();
  const createdAt = '2026-01-02T03:04:05.006Z';
  const user = {
    _id: anId(1),
    emails: ['ada@example.org'],
    personalInformation: { firstName: 'Ada', lastName: 'Lovelace', name: 'Ada Lovelace' },
    permissions: ['service.a.read', 'odd one'],
    identities: [{ issuer: 'https://id.example', subject: 'ada' }],
  };
  const department = {
    _id: anId(11),
    name: 'Root',
    description: 'd',
    code: 'R',
    parentId: null,
    managerId: anId(1),
    createdAt,
    updatedAt: createdAt,
  };

  describe('users', () => {
    it('takes a JSON array, and shows every field of it again', async () => {
      await workplace.write('users.json', [user]);
      expect(await workplace.json('import', 'users', 'users.json')).to.deep.equal({
        created: 1,
        updated: 0,
        unchanged: 0,
      });
      expect(await workplace.json('users', 'list')).to.deep.equal([user]);
      expect(await workplace.json('users', 'show', 'ADA@example.org')).to.deep.equal(user);
      expect(await workplace.json('users', 'show', anId(1))).to.deep.equal(user);
    });

    it('takes what it printed', async () => {
      await workplace.write('users.json', [user]);
      await workplace.run(['import', 'users', 'users.json']);
      const { stdout } = await workplace.run(['users', 'list', '--json']);
      const again = await workplace.run(['import', 'users', '-'], { stdin: stdout });
      expect(again.stdout).to.equal('users: 0 created, 0 updated, 1 unchanged\n');
    });

    it('takes one object a line, with a byte order mark, CRLF and empty lines', async () => {
      const lines = [user, { _id: anId(2).toUpperCase() }].map((one) => JSON.stringify(one));
      await workplace.write('users.ndjson', `\uFEFF${lines.join('\r\n\r\n')}\r\n`);
      await workplace.run(['import', 'users', 'users.ndjson']);
      expect(await workplace.json('users', 'list')).to.deep.equal([
        {
          _id: anId(2),
          emails: [],
          personalInformation: { firstName: '', lastName: '', name: '' },
          permissions: [],
          identities: [],
        },
        user,
      ]);
    });

    it('takes what mongoexport writes', async () => {
      const { _id, ...rest } = user;
      await workplace.write(
        'users.json',
        `${JSON.stringify({ _id: { $oid: _id }, ...rest, __v: { $numberInt: '0' } })}\n`,
      );
      await workplace.run(['import', 'users', 'users.json']);
      expect(await workplace.json('users', 'list')).to.deep.equal([user]);
    });

    it('is all or nothing, and names the line of every mistake', async () => {
      const pretty = JSON.stringify(
        [
          user,
          { ...user, _id: 'x' },
          { ...user, emails: ['no'], permissions: [7] },
          user,
          'text',
          null,
          { ...user, identities: {} },
        ],
        null,
        2,
      );
      await workplace.write('users.json', pretty);
      const { code, stdout, stderr } = await workplace.run(['import', 'users', 'users.json']);
      expect([code, stdout]).to.deep.equal([2, '']);
      const lineOf = (index: number) =>
        pretty.split('\n').flatMap((line, n) => (/^ {2}["{n]/.test(line) ? [n + 1] : []))[index];
      for (const [index, message] of [
        [1, '_id must be 24 hexadecimal digits'],
        [2, 'emails[0] must be an e-mail address'],
        [2, 'permissions[0] must be a string'],
        [3, `_id ${anId(1)} is on line ${lineOf(0)} already`],
        [4, 'the record must be an object'],
        [5, 'the record must be an object'],
        [6, 'identities must be an array'],
      ] as const) {
        expect(stderr).to.include(`line ${lineOf(index)}: ${message}\n`);
      }
      expect(existsSync(workplace.path('ops-admin.db'))).to.equal(false);
    });

    const broken: Record<string, [content: string | Buffer, message: RegExp]> = {
      'an array cut short after a comma': ['[\n{},\n', /line 3: not valid JSON: the file ends too early/],
      'an array cut short': ['[\n{"_id":\n', /line 3: not valid JSON: the file ends too early/],
      'a bad line in the middle': [
        `${JSON.stringify(user)}\n{"_id":\n${JSON.stringify(user)}`,
        /line 2: not valid JSON/,
      ],
      'binary data': [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]), /not text|not valid|encoded/],
      'no JSON at all': ['id,name\n1,Ada\n', /line 1: not valid JSON/],
      'a second array': ['[]\n[]', /line 2: not valid JSON/],
    };
    for (const [what, [content, message]] of Object.entries(broken)) {
      it(`refuses ${what}`, async () => {
        await workplace.write('users.json', content);
        const { code, stdout, stderr } = await workplace.run(['import', 'users', 'users.json']);
        expect([code, stdout]).to.deep.equal([2, '']);
        expect(stderr).to.match(message);
      });
    }

    const DEEP = 100_000;
    const wrongId = { ...user, _id: 'x' };
    const nested = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
    const object = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;
    const deep: Record<string, [content: string, message: RegExp]> = {
      'an array': [`[\n${nested}\n]`, /line 2: _id is required\n/],
      'an array that is not closed': [`[\n${'['.repeat(DEEP)}`, /line 2: nested deeper than 100 levels/],
      'an array with a comma too many': [`[\n${nested},]`, /line 2: nested deeper than 100 levels/],
      'objects with a mistake in the last': [
        `[\n${object},\n${'{"a":'.repeat(DEEP)}`,
        /line 2: nested deeper than 100 levels/,
      ],
      'a member that is ignored, before a mistake': [
        `[\n{"_id":"${anId(9)}","x":${nested}},\n${JSON.stringify(wrongId)}]`,
        /^ops-admin: line 3: _id must be 24 hexadecimal digits\n$/,
      ],
      'a line': [`${JSON.stringify(user)}\n${object}\n`, /line 2: _id is required\n/],
      'a line that is cut short': [
        `${JSON.stringify(user)}\n${'{"a":'.repeat(DEEP)}\n`,
        /line 2: not valid JSON/,
      ],
      'a member that is read': [
        `{"_id":"${anId(1)}","emails":${nested}}`,
        /line 1: emails\[0\] must be a string\n/,
      ],
    };
    for (const [what, [content, message]] of Object.entries(deep)) {
      it(`refuses JSON 100,000 levels deep: ${what}`, async () => {
        await workplace.write('users.json', content);
        const { code, stdout, stderr } = await workplace.run(['import', 'users', 'users.json']);
        expect([code, stdout], stderr.slice(0, 300)).to.deep.equal([2, '']);
        expect(stderr)
          .to.match(message)
          .and.not.match(/stack|undefined/);
        expect(existsSync(workplace.path('ops-admin.db'))).to.equal(false);
      });
    }

    it('reports many mistakes in a large array in little time', async () => {
      const users = Array.from({ length: 20_000 }, (_, n) => ({
        _id: n % 200 === 0 ? 'x' : anId(n + 1),
        emails: [`u${n}@example.org`],
      }));
      await workplace.write('users.json', JSON.stringify(users, null, 1));
      const begun = Date.now();
      const { code, stderr } = await workplace.run(['import', 'users', 'users.json']);
      expect(code).to.equal(2);
      expect(stderr.split('\n').filter((line) => line.includes('_id must be'))).to.have.length(20);
      expect(stderr).to.include('and more');
      expect(Date.now() - begun).to.be.lessThan(8000);
    });

    it('refuses a file that is not there, by its name', async () => {
      const { code, stderr } = await workplace.run(['import', 'users', 'missing.json']);
      expect(code).to.equal(2);
      expect(stderr).to.include('missing.json');
    });

    it('imports nothing from an empty file', async () => {
      await workplace.write('empty.json', '');
      expect(await workplace.json('import', 'users', 'empty.json')).to.deep.equal({
        created: 0,
        updated: 0,
        unchanged: 0,
      });
    });

    it('refuses an identity of another user, by the line that claims it', async () => {
      const lines = [user, { _id: anId(3) }, { _id: anId(2), identities: user.identities }];
      await workplace.write('users.ndjson', lines.map((one) => JSON.stringify(one)).join('\n'));
      const { code, stderr } = await workplace.run(['import', 'users', 'users.ndjson']);
      expect(code).to.equal(2);
      expect(stderr).to.match(/line 3: .*ada at https:\/\/id\.example belongs to/);
      expect(await workplace.json('users', 'list')).to.deep.equal([]);
    });
  });

  describe('departments', () => {
    it('takes plain and Extended JSON, times in every form', async () => {
      await workplace.write('users.json', [user]);
      await workplace.run(['import', 'users', 'users.json']);
      const child = { ...department, _id: { $oid: anId(12) }, parentId: { $oid: anId(11) }, managerId: null };
      await workplace.write('departments.json', [
        department,
        {
          ...child,
          name: 'Child',
          createdAt: { $date: '2026-02-01T00:00:00Z' },
          updatedAt: { $date: { $numberLong: '1769904001000' } },
        },
        { _id: anId(13), name: 'Bare', createdAt: { $date: 1769904002000 } },
      ]);
      expect(await workplace.json('import', 'departments', 'departments.json')).to.deep.include({
        created: 3,
      });
      expect(await workplace.json('departments', 'list')).to.deep.equal([
        {
          _id: anId(13),
          name: 'Bare',
          description: '',
          parentId: null,
          createdAt: '2026-02-01T00:00:02.000Z',
          updatedAt: '2026-02-01T00:00:02.000Z',
        },
        {
          _id: anId(12),
          name: 'Child',
          description: 'd',
          parentId: anId(11),
          createdAt: '2026-02-01T00:00:00.000Z',
          updatedAt: '2026-02-01T00:00:01.000Z',
          parentDepartment: { _id: anId(11), name: 'Root', description: 'd', code: 'R' },
        },
        {
          _id: anId(11),
          name: 'Root',
          description: 'd',
          parentId: null,
          createdAt,
          updatedAt: createdAt,
          manager: { _id: anId(1), emails: user.emails, personalInformation: user.personalInformation },
        },
      ]);
      const tree = (await workplace.run(['departments', 'tree'])).stdout;
      expect(tree).to.equal(`Bare  ${anId(13)}\nRoot  ${anId(11)}\n  Child  ${anId(12)}\n`);
    });

    it('refuses a cycle of parents, by a line of it', async () => {
      const of = (n: number, parent: number) => ({ ...department, _id: anId(n), parentId: anId(parent) });
      const lines = [department, of(12, 14), of(13, 12), of(14, 13)];
      await workplace.write('departments.ndjson', lines.map((one) => JSON.stringify(one)).join('\n'));
      const { code, stderr } = await workplace.run(['import', 'departments', 'departments.ndjson']);
      expect(code).to.equal(2);
      expect(stderr).to.match(/line [234]: departments would be below themselves/);
      expect(await workplace.json('departments', 'list')).to.deep.equal([]);
    });

    it('takes a description of several lines, but no control characters in a name', async () => {
      await workplace.write('d.json', [{ ...department, description: 'one\ntwo' }]);
      expect((await workplace.run(['import', 'departments', 'd.json'])).code).to.equal(0);
      for (const wrong of [
        { name: 'a\u001b[31m' },
        { code: 'a\n' },
        { name: 'a\ud800' },
        { description: '\udfff' },
      ]) {
        await workplace.write('d.json', [{ ...department, ...wrong }]);
        const { code, stderr } = await workplace.run(['import', 'departments', 'd.json']);
        expect(code).to.equal(2);
        expect(stderr).to.include(`line 1: ${Object.keys(wrong)[0]} must not contain`);
      }
    });

    it('names what is wrong with a time', async () => {
      for (const time of [
        'yesterday',
        '2026-02-30T00:00:00Z',
        { $date: 'x' },
        { $date: { $numberLong: '99999999999999999' } },
        5,
      ]) {
        await workplace.write('d.json', [{ ...department, createdAt: time }]);
        const { code, stderr } = await workplace.run(['import', 'departments', 'd.json']);
        expect(code).to.equal(2);
        expect(stderr).to.include('createdAt must be a time');
      }
    });
  });
});
