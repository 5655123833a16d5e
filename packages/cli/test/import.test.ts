import { existsSync } from 'node:fs';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { linesIn } from './bulk-workplace.ts';
import { Workplace } from './ops-admin.ts';

describe('ops-admin import', () => {
  const workplace = new Workplace();
  const createdAt = '2026-01-02T03:04:05.006Z';
  const user = {
    _id: anId(1),
    emails: ['ada@example.org'],
    personalInformation: { firstName: 'Ada', lastName: 'Lovelace', name: 'Ada Lovelace' },
    permissions: ['service.a.read', 'odd one'],
    departmentId: null,
    active: true,
    identities: [{ issuer: 'https://id.example', subject: 'ada' }],
    ends: {},
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

  /** Every user as they are listed, with who can act as them. */
  const shown = async () => {
    const listed = (await workplace.json('users', 'list')) as { readonly _id: string }[];
    const details: Record<string, unknown>[] = [];
    for (const { _id } of listed)
      details.push((await workplace.json('users', 'show', _id)) as Record<string, unknown>);
    expect(listed).to.deep.equal(details.map(({ identities: _, ...rest }) => rest));
    return details;
  };

  describe('users', () => {
    it('reads a JSON array, and shows every field again', async () => {
      await workplace.write('users.json', [user]);
      const { code, stdout } = await workplace.run(['import', 'users', 'users.json']);
      expect([code, stdout]).to.deep.equal([0, 'users: 1 created, 0 updated, 0 unchanged\n']);
      expect(await shown()).to.deep.equal([user]);
      expect(await workplace.json('users', 'show', 'ADA@example.org')).to.deep.equal(user);
      expect(await workplace.json('users', 'show', anId(1))).to.deep.equal(user);
    });

    it('reads its own output', async () => {
      await workplace.write('users.json', [user]);
      await workplace.run(['import', 'users', 'users.json']);
      const { stdout } = await workplace.run(['users', 'list', '--json']);
      const again = await workplace.run(['import', 'users', '-'], { stdin: stdout });
      expect(again.stdout).to.equal('users: 0 created, 0 updated, 1 unchanged\n');
    });

    it('reads one object a line, with a byte order mark, CRLF and empty lines', async () => {
      const lines = [
        user,
        { _id: anId(2).toUpperCase(), emails: ['a@example.org'], personalInformation: { name: 'A' } },
      ].map((one) => JSON.stringify(one));
      await workplace.write('users.ndjson', `\uFEFF${lines.join('\r\n\r\n')}\r\n`);
      await workplace.run(['import', 'users', 'users.ndjson']);
      expect(await shown()).to.deep.equal([
        {
          _id: anId(2),
          emails: ['a@example.org'],
          personalInformation: { firstName: '', lastName: '', name: 'A' },
          permissions: [],
          departmentId: null,
          active: true,
          identities: [],
          ends: {},
        },
        user,
      ]);
    });

    it('reads files written by mongoexport', async () => {
      const { _id, ...rest } = user;
      await workplace.write(
        'users.json',
        `${JSON.stringify({ _id: { $oid: _id }, ...rest, __v: { $numberInt: '0' } })}\n`,
      );
      await workplace.run(['import', 'users', 'users.json']);
      expect(await shown()).to.deep.equal([user]);
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
          { ...user, identities: {}, ends: [], personalInformation: [] },
        ],
        null,
        2,
      );
      await workplace.write('users.json', pretty);
      const { code, stdout, stderr } = await workplace.run(['import', 'users', 'users.json']);
      expect([code, stdout]).to.deep.equal([2, '']);
      const lineOf = (index: number) =>
        pretty.split('\n').flatMap((line, n) => (/^ {2}["{n]/.test(line) ? [n + 1] : []))[index];
      for (const [index, below, column, message] of [
        [1, 1, 12, '_id must be 24 hexadecimal digits, found "x"'],
        [
          2,
          3,
          7,
          'emails[0] must be an e-mail address: one @ between texts, without a space or a comma, found "no"',
        ],
        [2, 11, 7, 'permissions[0] must be a string, found 7'],
        [3, 1, 12, `_id ${anId(1)} is on line ${lineOf(0)} already`],
        [4, 0, 3, 'the record must be an object, found "text"'],
        [5, 0, 3, 'the record must be an object, found null'],
        [6, 5, 28, 'personalInformation must be an object, found an array'],
        [6, 12, 19, 'identities must be an array, found an object'],
        [6, 13, 13, 'ends must be an object, found an array'],
      ] as const) {
        const line = (lineOf(index) ?? 0) + below;
        expect(stderr).to.include(`ops-admin: users.json:${line}:${column}: ${message}\n`);
      }
      expect(existsSync(workplace.path('ops-admin.db'))).to.equal(false);
    });

    const broken: Record<string, [content: string | Buffer, message: RegExp]> = {
      'an array cut short after a comma': [
        '[\n{},\n',
        /:2:1: not a user record.*\n.*:3:1: not valid JSON: the file ends too early/,
      ],
      'an array cut short': ['[\n{"_id":\n', /:3:1: not valid JSON: the file ends too early/],
      'a bad line in the middle': [
        `${JSON.stringify(user)}\n{"_id":\n${JSON.stringify(user)}`,
        /:2:8: not valid JSON.*, found the end of it/,
      ],
      'binary data': [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]), /not text|not valid|encoded/],
      'text that is not JSON': ['id,name\n1,Ada\n', /:1:1: not valid JSON/],
      'a second array': ['[]\n[]', /:2:1: not valid JSON: text follows the array, found "\[\]"/],
      'a repeated member in an array': ['[{},\n{"_id":1,"_id":2}]', /:2:10: the member _id is repeated/],
      'a repeated member in a line': ['{"name":{"a":1,"a":2}}\n', /:1:16: the member a is repeated/],
      'an unexpected comma': ['[{},]', /:1:4: not valid JSON: an unexpected comma/],
    };
    for (const [what, [content, message]] of Object.entries(broken)) {
      it(`refuses ${what}`, async () => {
        await workplace.write('users.json', content);
        const { code, stdout, stderr } = await workplace.run(['import', 'users', 'users.json']);
        expect([code, stdout]).to.deep.equal([2, '']);
        expect(stderr).to.match(message);
      });
    }

    /** Records whose ids are malformed at the given positions. */
    const records = (count: number, ...wrong: number[]) =>
      Array.from({ length: count }, (_, n) => ({
        _id: wrong.includes(n) ? 'x' : anId(n + 1),
        emails: [`u${n}@x.org`],
      }));
    const lines = (count: number, ...wrong: number[]) =>
      records(count, ...wrong).map((one) => JSON.stringify(one));
    const hidden: Record<string, [content: string, mistakes: string[]]> = {
      'in lines': [
        [...lines(3, 1), '{"_id": tru}', '{"_id":"y"}', '{', 'x,y'].join('\n'),
        ['2:8: _id', '4:9: not valid JSON', '5:8: _id', '6:1: not valid JSON', '7:1: not valid JSON'],
      ],
      'in an array, a record a line': [
        `[${[lines(2, 0)[0], '{"_id": "a", "emails": ["b}', ...lines(4, 2), '{"_id":1,}'].join(',\n')}]`,
        ['1:9: _id', '2:25: not valid JSON', '5:8: _id', '7:10: not valid JSON'],
      ],
      'in an array over many lines': [
        JSON.stringify(records(5, 3), null, 2)
          .replace('"u1@x.org"', '"u1@x.org')
          .replace('"emails": [', '"emails": '),
        ['6:5: not valid JSON', '11:7: not valid JSON', '21:12: _id'],
      ],
      'in an array without a comma': [
        '[{"_id":"x"}\n{"_id":"y"}]',
        ['1:9: _id', '2:1: not valid JSON: a comma', '2:8: _id'],
      ],
    };
    for (const [what, [content, expected]] of Object.entries(hidden)) {
      it(`hides no mistake behind broken JSON ${what}`, async () => {
        await workplace.write('users.json', content);
        const { code, stderr } = await workplace.run(['import', 'users', 'users.json']);
        const found = stderr
          .trimEnd()
          .split('\n')
          .map((line) => line.replace('ops-admin: users.json:', ''));
        expect([code, found.length], stderr).to.deep.equal([2, expected.length]);
        for (const [n, start] of expected.entries())
          expect(found[n]?.startsWith(start), stderr).to.equal(true);
      });
    }

    it('reports all mistakes in JSON, with their locations and values', async () => {
      await workplace.write('users.json', lines(30, ...Array.from({ length: 28 }, (_, n) => n)).join('\n'));
      const { code, stderr, stdout } = await workplace.run(['import', 'users', 'users.json', '--json']);
      const { error } = JSON.parse(stderr);
      expect([code, stdout, error.code, error.details.length]).to.deep.equal([2, '', 'VALIDATION_ERROR', 28]);
      expect(error.details[27]).to.deep.equal({
        file: 'users.json',
        line: 28,
        column: 8,
        message: '_id must be 24 hexadecimal digits',
        found: '"x"',
      });
      const people = await workplace.run(['import', 'users', '-'], { stdin: lines(30, 4).join('\n') });
      expect(people.stderr).to.equal(
        'ops-admin: <stdin>:5:8: _id must be 24 hexadecimal digits, found "x"\n',
      );
    });

    it('marks the rows of new admins, but not of those who were admins before', async () => {
      const given = (...permissions: string[]) => [
        { _id: anId(1), permissions },
        { _id: anId(2), emails: ['bob@example.org'], personalInformation: { name: 'Bob' }, permissions },
      ];
      await workplace.write('before.json', [{ ...user, permissions: ['service.admin.access'] }]);
      await workplace.write('users.json', given('service.admin', 'service.a'));
      await workplace.run(['import', 'users', 'before.json']);
      for (const [how, message] of [
        ['--dry-run', 'would be an admin'],
        ['--yes', 'is an admin now'],
      ] as const) {
        const { stdout } = await workplace.run(['import', 'users', 'users.json', '--json', how]);
        const rows = stdout.trimEnd().split('\n').slice(0, -1);
        expect(
          rows.map((row) => JSON.parse(row).message),
          stdout,
        ).to.deep.equal([undefined, message]);
      }
    });

    it('refuses an e-mail that another user has, in the file or the database, with its line', async () => {
      const emails = ['Ada@example.org', 'x@example.org'];
      await workplace.write(
        'users.ndjson',
        [user, { _id: anId(2), emails, personalInformation: { name: 'X' } }]
          .map((one) => JSON.stringify(one))
          .join('\n'),
      );
      const { code, stderr } = await workplace.run(['import', 'users', 'users.ndjson']);
      expect(code).to.equal(2);
      expect(stderr).to.include(
        'ops-admin: users.ndjson:2:45: Ada@example.org is an e-mail of the user on line 1 too',
      );
      const other = { _id: anId(3), emails: ['c@example.org'], personalInformation: { name: 'C' } };
      await workplace.write('two.json', [user, other]);
      expect((await workplace.run(['import', 'users', 'two.json'])).code).to.equal(0);
      const swap = [
        { ...user, emails: ['C@example.org'] },
        { ...other, emails: [' Ada@example.org\u200b'] },
      ];
      await workplace.write('swap.ndjson', swap.map((one) => JSON.stringify(one)).join('\n'));
      const swapped = await workplace.run(['import', 'users', 'swap.ndjson', '--yes']);
      expect(swapped.code).to.equal(2);
      for (const [line, email, owner] of [
        [1, 'C@example.org', anId(3)],
        [2, 'Ada@example.org', user._id],
      ] as const)
        expect(swapped.stderr).to.match(
          new RegExp(
            `swap\\.ndjson:${line}:[0-9]+: the e-mail ${email} belongs to .*${owner}; to pass an e-mail on`,
          ),
        );
      const taken = await workplace.run(['import', 'users', '-', '--yes'], {
        stdin: JSON.stringify({ ...user, emails: [] }),
      });
      expect(taken.code).to.equal(2);
      expect(taken.stderr).to.match(/<stdin>:1:\d+: emails must hold at least one e-mail\n$/);
    });

    it('reads UTF-16 with its byte order mark', async () => {
      await workplace.write('users.json', Buffer.from(`\uFEFF${JSON.stringify([user])}`, 'utf16le'));
      expect((await workplace.run(['import', 'users', 'users.json'])).code).to.equal(0);
      expect(await shown()).to.deep.equal([user]);
    });

    const DEEP = 100_000;
    const wrongId = { ...user, _id: 'x' };
    const nested = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
    const object = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;
    const deep: Record<string, [content: string, message: RegExp]> = {
      'an array': [`[\n${nested}\n]`, /:2:1: not a user record/],
      'an array that is not closed': [`[\n${'['.repeat(DEEP)}`, /:2:1: nested deeper than 100 levels/],
      'an array with an unexpected comma': [
        `[\n${nested},]`,
        /:2:1: not a user record.*\n.*: an unexpected comma/,
      ],
      'objects with a mistake in the last': [
        `[\n${object},\n${'{"a":'.repeat(DEEP)}`,
        /:3:1: nested deeper than 100 levels/,
      ],
      'a member that is ignored, before a mistake': [
        `[\n{"_id":"${anId(9)}","emails":[],"x":${nested}},\n${JSON.stringify(wrongId)}]`,
        /^ops-admin: users\.json:3:8: _id must be 24 hexadecimal digits, found "x"\n$/,
      ],
      'a line': [`${JSON.stringify(user)}\n${object}\n`, /:2:1: not a user record/],
      'a line that is cut short': [
        `${JSON.stringify(user)}\n${'{"a":'.repeat(DEEP)}\n`,
        /:2:1: nested deeper than 100 levels, and not valid JSON/,
      ],
      'a member that is read': [
        `{"_id":"${anId(1)}","emails":${nested}}`,
        /:1:1: emails\[0\] must be a string, found an array\n/,
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

    it('counts the characters of a permission, not its code units', async () => {
      const withLength = (length: number) => [{ ...user, permissions: ['\u{1f600}'.repeat(length)] }];
      await workplace.write('users.json', withLength(256));
      expect((await workplace.run(['import', 'users', 'users.json'])).code).to.equal(0);
      await workplace.write('users.json', withLength(257));
      const { code, stderr } = await workplace.run(['import', 'users', 'users.json']);
      expect(code).to.equal(2);
      expect(stderr).to.include('permissions[0] must not be longer than 256 characters');
    });

    it('reports many mistakes in a large array quickly', async () => {
      const users = Array.from({ length: 20_000 }, (_, n) => ({
        _id: n % 200 === 0 ? 'x' : anId(n + 1),
        emails: [`u${n}@example.org`],
      }));
      await workplace.write('users.json', JSON.stringify(users, null, 1));
      const begun = process.cpuUsage();
      const { code, stderr } = await workplace.run(['import', 'users', 'users.json']);
      expect(code).to.equal(2);
      expect(stderr.split('\n').filter((line) => line.includes('_id must be'))).to.have.length(20);
      expect(stderr).to.include('… and 80 more; --json reports all');
      expect(process.cpuUsage(begun).user / 1000, 'milliseconds').to.be.lessThan(8000);
    });

    it('refuses a missing file, by its name', async () => {
      const { code, stderr } = await workplace.run(['import', 'users', 'missing.json']);
      expect(code).to.equal(2);
      expect(stderr).to.include('missing.json');
    });

    it('refuses an empty file, and accepts an empty list', async () => {
      for (const text of ['', ' \n']) {
        await workplace.write('empty.json', text);
        for (const kind of ['users', 'departments']) {
          const { code, stderr } = await workplace.run(['import', kind, 'empty.json']);
          expect([code, stderr]).to.deep.equal([
            2,
            'ops-admin: empty.json:1:1: the file is empty; an empty list is []\n',
          ]);
        }
      }
      await workplace.write('none.json', '[]');
      const { code, stdout } = await workplace.run(['import', 'users', 'none.json']);
      expect([code, stdout]).to.deep.equal([0, 'users: 0 created, 0 updated, 0 unchanged\n']);
    });

    it('refuses an identity that another user has, with its line', async () => {
      const lines = [
        user,
        { _id: anId(3), emails: ['c@example.org'], personalInformation: { name: 'C' } },
        {
          _id: anId(2),
          emails: ['b@example.org'],
          identities: user.identities,
          personalInformation: { name: 'B' },
        },
      ];
      await workplace.write('users.ndjson', lines.map((one) => JSON.stringify(one)).join('\n'));
      const { code, stderr } = await workplace.run(['import', 'users', 'users.ndjson']);
      expect(code).to.equal(2);
      expect(stderr).to.match(/users\.ndjson:3:75: .*ada at https:\/\/id\.example is given to/);
      expect(existsSync(workplace.path('ops-admin.db'))).to.equal(false);
    });

    it('moves an identity in two files, as the refusal explains', async () => {
      const other = { _id: anId(2), emails: ['b@example.org'], personalInformation: { name: 'B' } };
      await workplace.write('users.json', [user, other]);
      expect((await workplace.run(['import', 'users', 'users.json'])).code).to.equal(0);
      const taking = { ...user, identities: [] };
      const giving = { ...other, identities: user.identities };
      await workplace.write('one.ndjson', [taking, giving].map((one) => JSON.stringify(one)).join('\n'));
      const refused = await workplace.run(['import', 'users', 'one.ndjson', '--yes']);
      expect(refused.code).to.equal(2);
      const column = JSON.stringify(giving).indexOf('[{') + 1;
      expect(refused.stderr).to.include(
        `ops-admin: one.ndjson:2:${column}: ada at https://id.example belongs to the user ${user._id}; to pass an identity on, remove it from its user in an earlier import\n`,
      );
      for (const [n, record] of [taking, giving].entries()) {
        await workplace.write(`${n}.json`, [record]);
        expect((await workplace.run(['import', 'users', `${n}.json`, '--yes'])).code).to.equal(0);
      }
      expect(await workplace.json('users', 'show', anId(2))).to.deep.include({ identities: user.identities });
    });
  });

  describe('departments', () => {
    it('reads plain and Extended JSON, with times in every form', async () => {
      await workplace.write('users.json', [user]);
      await workplace.run(['import', 'users', 'users.json']);
      const child = { ...department, _id: { $oid: anId(12) }, parentId: { $oid: anId(11) }, managerId: null };
      await workplace.write('departments.json', [
        department,
        {
          ...child,
          name: 'Child',
          code: '',
          createdAt: { $date: '2026-02-01T00:00:00Z' },
          updatedAt: { $date: { $numberLong: '1769904001000' } },
        },
        { _id: anId(13), name: 'Bare', createdAt: { $date: 1769904002000 } },
      ]);
      expect((await workplace.run(['import', 'departments', 'departments.json'])).stdout).to.equal(
        'departments: 3 created, 0 updated, 0 unchanged\n',
      );
      expect(await workplace.json('departments', 'list')).to.deep.equal([
        {
          _id: anId(13),
          name: 'Bare',
          description: '',
          parentId: null,
          createdAt: '2026-02-01T00:00:02.000Z',
          updatedAt: '2026-02-01T00:00:02.000Z',
          code: '',
          users: 0,
        },
        {
          _id: anId(12),
          name: 'Child',
          description: 'd',
          parentId: anId(11),
          createdAt: '2026-02-01T00:00:00.000Z',
          updatedAt: '2026-02-01T00:00:01.000Z',
          parentDepartment: { _id: anId(11), name: 'Root', description: 'd', code: 'R' },
          code: '',
          users: 0,
        },
        {
          _id: anId(11),
          name: 'Root',
          description: 'd',
          parentId: null,
          createdAt,
          updatedAt: createdAt,
          manager: { _id: anId(1), emails: user.emails, personalInformation: user.personalInformation },
          code: 'R',
          users: 0,
        },
      ]);
      const tree = (await workplace.run(['departments', 'tree'])).stdout;
      expect(tree).to.equal(
        `Bare  ${anId(13)}  0 users\nRoot  R  ${anId(11)}  Ada Lovelace  0 users\n  Child  ${anId(12)}  0 users\n`,
      );
    });

    it('shows departments in a chain, however deep', async () => {
      const depth = 20_000;
      const chain = Array.from({ length: depth }, (_, n) => ({
        _id: anId(n + 1),
        name: `Level ${n}`,
        ...(n > 0 && { parentId: anId(n) }),
        createdAt: '2026-01-01T00:00:00Z',
      }));
      await workplace.write('chain.json', chain);
      expect((await workplace.run(['import', 'departments', 'chain.json'])).code).to.equal(0);
      const tree = await workplace.run(['departments', 'tree']);
      expect([tree.code, tree.stderr]).to.deep.equal([0, '']);
      const lines = tree.stdout.trimEnd().split('\n');
      expect(lines).to.have.length(depth);
      expect(lines[1]).to.equal(`  Level 1  ${anId(2)}  0 users`);
      expect(lines[20]).to.equal(`${' '.repeat(40)}Level 20  ${anId(21)}  0 users`);
      expect(lines.at(-1)).to.equal(
        `${' '.repeat(40)}(${depth - 1}) Level ${depth - 1}  ${anId(depth)}  0 users`,
      );
      const asJson = await workplace.run(['departments', 'tree', '--json']);
      expect([asJson.code, asJson.stderr]).to.deep.equal([0, '']);
      let level = JSON.parse(asJson.stdout);
      for (let n = 0; n < depth; n++) {
        if (level[0].name !== `Level ${n}`) throw new Error(`not in the chain: ${level[0].name}`);
        level = level[0].children;
      }
    });

    it('reports each record in JSON, and its changes in a dry run', async () => {
      const rows = async (...args: string[]) => {
        const { code, stderr, stdout } = await workplace.run([
          'import',
          'departments',
          'd.json',
          '--json',
          ...args,
        ]);
        return [code, stderr, ...linesIn(stdout)];
      };
      await workplace.write('d.json', [department]);
      const batch = 'd-1';
      expect(await rows('--batch', batch)).to.deep.equal([
        0,
        `made the database ./ops-admin.db\nops-admin: warning: no user has these ids of managers yet: ${anId(1)}\nbatch d-1\n`,
        { department: anId(11), result: 'created', entry: 1, batch, line: 1 },
        { summary: { batch, rows: 1, changed: 1, failed: 0 } },
      ]);
      expect(await rows('--yes')).to.deep.equal([
        0,
        `ops-admin: warning: no user has these ids of managers yet: ${anId(1)}\n`,
        { department: anId(11), result: 'unchanged', line: 1 },
        { summary: { batch: null, rows: 1, changed: 0, failed: 0 } },
      ]);
      await workplace.write('d.json', `[\n${JSON.stringify({ ...department, name: 'New' })}]`);
      expect(await rows('--dry-run')).to.deep.equal([
        0,
        `ops-admin: warning: no user has these ids of managers yet: ${anId(1)}\ndry run, nothing is written\n`,
        { department: anId(11), result: 'would-update', members: ['name'], line: 2, dryRun: true },
        { summary: { batch: null, rows: 1, changed: 1, failed: 0 } },
      ]);
      expect((await workplace.run(['departments', 'tree'])).stdout).to.include('Root');
      await workplace.write('d.json', [{ ...department, parentId: anId(11) }]);
      expect((await rows('--dry-run'))[0]).to.equal(2);
    });

    it('refuses two departments with one code, with the line of the second', async () => {
      const coded = [11, 12, 13, 14].map((n) => ({
        ...department,
        _id: anId(n),
        code: n > 12 ? '' : n === 12 ? 'ops' : 'OPS',
      }));
      await workplace.write('d.ndjson', coded.map((one) => JSON.stringify(one)).join('\n'));
      const csv = coded.map(({ _id, code, name }) => `${_id},${name},${code}`).join('\n');
      await workplace.write('d.csv', `id,name,code\n${csv}`);
      for (const [file, place] of [
        ['d.ndjson', `d.ndjson:2:${JSON.stringify(coded[1]).indexOf('"ops"') + 1}`],
        ['d.csv', 'd.csv:3'],
      ] as const) {
        const { code, stderr } = await workplace.run(['import', 'departments', file]);
        expect(code).to.equal(2);
        expect(stderr).to.match(
          new RegExp(`^ops-admin: ${place}[:0-9]*: ops is the code of the department on line [12] too`),
        );
      }
    });

    it('refuses a cycle of parents, with one of its lines', async () => {
      const of = (n: number, parent: number) => ({
        ...department,
        ...{ _id: anId(n), code: '', parentId: anId(parent) },
      });
      const lines = [department, of(12, 14), of(13, 12), of(14, 13)];
      await workplace.write('departments.ndjson', lines.map((one) => JSON.stringify(one)).join('\n'));
      const { code, stderr } = await workplace.run(['import', 'departments', 'departments.ndjson']);
      expect(code).to.equal(2);
      expect(stderr).to.match(/departments\.ndjson:[234]:\d+: departments would be below themselves/);
      expect(existsSync(workplace.path('ops-admin.db'))).to.equal(false);
    });

    it('accepts a description of several lines, but no control characters in a name', async () => {
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
        expect(stderr).to.match(new RegExp(`d\\.json:1:\\d+: ${Object.keys(wrong)[0]} must not contain`));
      }
    });

    it("refuses control characters in a user's permission", async () => {
      for (const text of ['service.a\tb', 'service.a\u0000', 'a\ud800']) {
        await workplace.write('u.json', [{ _id: anId(11), emails: ['a@example.org'], permissions: [text] }]);
        const { code, stderr } = await workplace.run(['import', 'users', 'u.json']);
        expect(code).to.equal(2);
        expect(stderr).to.match(/u\.json:1:\d+: permissions\[0\] must not contain control characters/);
      }
    });

    it('explains a malformed time', async () => {
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
