import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { BulkWorkplace, HELD } from './bulk-workplace.ts';

const EMAIL = (n: number) => `user${n}@example.org`;

describe('ops-admin permissions remove --file', () => {
  const workplace = new BulkWorkplace();

  it('removes the permissions in each line of a CSV file, and reports each line', async () => {
    await workplace.write(
      'changes.csv',
      [
        'user,permission',
        `${EMAIL(2)},service.a.*`,
        `${anId(3).toUpperCase()},service.b.read`,
        `${anId(3)},service.none`,
        'nobody@example.org,service.a',
        `${anId(99)},service.a`,
        ',service.a',
        `${EMAIL(2)},`,
        EMAIL(2),
        '',
      ].join('\n'),
    );
    const { code, rows, stderr } = await workplace.rows(['remove', '--file', 'changes.csv']);
    expect(rows.map(({ line, result }) => [line, result])).to.deep.equal([
      [2, 'removed'],
      [3, 'removed'],
      [4, 'nothing-held'],
      [5, 'user-not-found'],
      [6, 'user-not-found'],
      [7, 'invalid'],
      [8, 'invalid'],
      [9, 'invalid'],
    ]);
    const batch = rows[0]?.batch;
    expect(batch).to.match(/^\d{8}T\d{6}-[0-9a-f]{6}$/);
    expect(rows[0]).to.deep.equal({
      user: EMAIL(2),
      userId: anId(2),
      email: EMAIL(2),
      name: 'User 2',
      result: 'removed',
      removed: ['service.a.read', 'service.a.write'],
      entry: 5,
      batch,
      line: 2,
    });
    expect(rows[3]).to.deep.equal({
      user: 'nobody@example.org',
      result: 'user-not-found',
      removed: [],
      line: 5,
      message: 'no user has the id or e-mail nobody@example.org',
    });
    expect(code).to.equal(4);
    expect(stderr).to.equal(
      [
        `batch ${batch}`,
        'ops-admin: warning: service.none is not a known permission',
        '8 rows: 2 removed, 1 nothing held, 2 user not found, 3 invalid; 3 permissions removed',
        `to undo it: ops-admin audit revert --batch ${batch}`,
        '{"error":{"code":"ROWS_FAILED","message":"5 of 8 rows failed"}}',
        '',
      ].join('\n'),
    );
    expect([workplace.held(2), workplace.held(3)]).to.deep.equal([
      ['service.b.read'],
      ['service.a.read', 'service.a.write'],
    ]);
    // A row that changes nothing has no entry.
    const batches = (await workplace.trail(3)).map((entry) => entry.batch === batch);
    expect(batches).to.deep.equal([true, true, false]);
  });

  it('accepts a BOM, CRLF, quotes, other columns, spaces and empty lines', async () => {
    const csv = [
      '\uFEFF"Permission", user ,note\r\n',
      `"service.a.read",${EMAIL(2)},"one, two\r\nthree ""four"""\r\n\r\n   \r\n`,
      `service.a.write,"${EMAIL(2)} ",x\r\n`,
      `"odd, one",${EMAIL(2)}`,
    ].join('');
    const { code, rows } = await workplace.rows(['remove', '--file', '-'], csv);
    expect(rows.map(({ line, removed, result }) => [line, result, removed])).to.deep.equal([
      [2, 'removed', ['service.a.read']],
      [6, 'removed', ['service.a.write']],
      [7, 'nothing-held', []],
    ]);
    expect(code).to.equal(0);
  });

  it('accepts NDJSON, and refuses wrong lines with the location of each', async () => {
    const good = { user: EMAIL(2), permissions: ['service.a.read', 'service.b.read'], note: 1 };
    const ndjson = [
      good,
      { user: 7, permissions: ['x'] },
      { user: EMAIL(2), permissions: 'service.a' },
      { user: EMAIL(2), permissions: [] },
      { user: EMAIL(2), permissions: ['a', 1] },
      { user: EMAIL(2), permissions: Array.from({ length: 1001 }, () => 'a') },
      { user: '  ', permissions: ['a'] },
      null,
    ].map((value) => JSON.stringify(value));
    const stdin = `\uFEFF\r\n${ndjson.join('\r\n')}\r\n{"user":\n{"user":"a","user":"b"}\n`;
    for (const file of ['-', 'c.JSONL']) {
      await workplace.write('c.JSONL', stdin);
      const { code, rows, stderr } = await workplace.rows(['remove', '--file', file], stdin);
      const details = JSON.parse(stderr).error.details as Record<
        'line' | 'column' | 'message' | 'found',
        string
      >[];
      expect(details.map(({ column, found, line, message }) => [line, column, message, found])).to.deep.equal(
        [
          [3, 9, 'user must be a string', '7'],
          [4, 43, 'permissions must be an array', '"service.a"'],
          [5, 43, 'permissions must hold at least one permission', 'an array'],
          [6, 48, 'permissions[1] must be a string', '1'],
          [7, 43, 'permissions must hold at most 1000 permissions', 'an array'],
          [8, 9, 'user must not be empty', '""'],
          [9, 1, 'the line must be an object', 'null'],
          [10, 9, 'not valid JSON; write one object a line', 'the end of it'],
          [11, 13, 'the member user is repeated', undefined],
        ],
      );
      expect([code, rows, workplace.held(2)]).to.deep.equal([2, [], HELD]);
      const taken = await workplace.rows(
        ['remove', '--file', '-', '--dry-run'],
        `\uFEFF\r\n${ndjson[0]}\r\n`,
      );
      expect(taken.rows.map(({ line, removed }) => [line, removed])).to.deep.equal([[2, good.permissions]]);
    }
  });

  it('reports to a terminal without letting data control it', async () => {
    const csv = `user,permission\n${EMAIL(2)},service.a.*\nx\u001b[31m,service.a\n`;
    const { stdout } = await workplace.run(['permissions', 'remove', '--file', '-'], { stdin: csv });
    expect(stdout).to.equal(
      `line 2: User 2 <${EMAIL(2)}>: removed service.a.read, service.a.write\nline 3: x\\u001b[31m: no user has the id or e-mail x\\u001b[31m\n`,
    );
  });

  const good = `user,permission\n${EMAIL(2)},service.a.read\n`;
  const refused: Record<string, [content: string | Buffer, ...complaints: string[]]> = {
    nothing: ['', '1:1: the file is empty'],
    blanks: ['\n \n', '1:1: the file is empty'],
    'a header alone': [
      'user,permission\n',
      '1:1: the file has a header and no rows, found "user,permission"',
    ],
    'no header': [
      `${EMAIL(2)},service.a.read\n`,
      '1:1: no column of the header names the user; call it user, email or id, found "user2@example.org,service.a.read"',
    ],
    'a header without a user column': [
      'person;permission\nx;service.a\n',
      '1:1: no column of the header names the user; call it user, email or id, found "person;permission"',
    ],
    'a header with user columns only': [
      `email\n${EMAIL(2)}\n`,
      '1:1: no column of the header names the permission, and neither does the command line; call it permission, found "email"',
    ],
    'a column twice': [
      'user,permission,user\nx,service.a,y\n',
      '1:1: two columns name the user: user, twice; leave one of them out, found "user,permission,user"',
    ],
    'two columns of e-mails': [
      'Email,Work Email,permission\nx,y,service.a\n',
      '1:1: two columns name the user: Email and Work Email; leave one of them out, found "Email,Work Email,permission"',
    ],
    'a header alone, after the line of its delimiter': [
      'sep=;\nuser;permission\n',
      '1:1: the file has a header and no rows, found "sep=;\\nuser;permission"',
    ],
    'several permissions in any cell': [
      `${good}${EMAIL(3)},"service.a.read, service.b.read"\n${EMAIL(2)},service.b.read\nx,service.a;service.b\n`,
      '3:20: several permissions in one place; write one a line, found "service.a.read, service.b.read"',
      '5:3: several permissions in one place; write one a line, found "service.a;service.b"',
    ],
    'several permissions in an element': [
      `{"user":"${EMAIL(2)}","permissions":["service.a.read"]}\n{"user":"x","permissions":["a","service.a service.b"]}`,
      '2:32: several permissions in one place; write one a line, found "service.a service.b"',
    ],
    'any row with more cells than the header': [
      `user,reason,permission\n${EMAIL(2)},left, at last,service.a.read\n${EMAIL(3)},left,service.a.read\n"x",y,service.a service.b,\nz,y,service.c service.d\n`,
      '2:33: this row has 4 cells, and the header 3; put quotes around a cell with a comma in it, found "service.a.read"',
      '4:27: this row has 4 cells, and the header 3; put quotes around a cell with a comma in it, found ""',
      '5:5: several permissions in one place; write one a line, found "service.c service.d"',
    ],
    'only rows with more cells than the header': [
      'sep=;\nuser;permission\nx;y;service.a\n',
      '3:5: this row has 3 cells, and the header 2; put quotes around a cell with a semicolon in it, found "service.a"',
    ],
    'a bad quote, after others': [
      `${good}x,service.a service.b\n"x"y,z\n`,
      '3:3: several permissions in one place; write one a line, found "service.a service.b"',
      '4:1: not valid CSV: invalid closing quote, found "\\"x\\"y,z"',
    ],
    'a quote in a word': [`${good}x"y,z\n`, '3:2: not valid CSV: invalid opening quote, found "\\"y,z"'],
    'a quote that is not closed': [`${good}"x,y\nz,a\n`, '3:1: a quote is not closed, found "\\"x,y"'],
    'bytes that are not text': [
      Buffer.concat([Buffer.from(`${good}x,y\n`), Buffer.from([0x61, 0xff, 0x0a])]),
      '4:1: this is not text in UTF-8, nor in UTF-16 with its mark; save it as UTF-8',
    ],
    'a NUL': [
      `${good}a\0b,c\n`,
      '3:1: this is not text in UTF-8, nor in UTF-16 with its mark; save it as UTF-8',
    ],
    'half of UTF-16': [
      Buffer.concat([Buffer.from(`\uFEFF${good}`, 'utf16le'), Buffer.from([0, 0xd8, 0x61, 0])]),
      '1:1: this is not text in UTF-16; save it as UTF-8',
    ],
    'UTF-16 without its mark': [
      Buffer.from(good, 'utf16le'),
      '1:1: this is not text in UTF-8, nor in UTF-16 with its mark; save it as UTF-8',
    ],
    'a very long line': [good + 'x'.repeat(1_100_000), '3:1: it is longer than 1048576 bytes'],
    'an array': ['[\n{"user":"x","permissions":["a"]}]', '1:1: this is an array; write one object a line'],
    'a program': [
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]),
      '1:1: this is not text in UTF-8, nor in UTF-16 with its mark; save it as UTF-8',
    ],
  };
  for (const [what, [content, ...complaints]] of Object.entries(refused)) {
    it(`refuses a file with ${what}, and changes nothing`, async () => {
      await workplace.write('changes', content);
      const before = (await workplace.trail()).length;
      for (const [file, name] of [
        ['changes', 'changes'],
        ['-', '<stdin>'],
      ] as const) {
        const { code, stderr, stdout } = await workplace.run(['permissions', 'remove', '--file', file], {
          stdin: content,
        });
        const expected = complaints.map((one) => `ops-admin: ${name}:${one}\n`).join('');
        expect([code, stderr, stdout]).to.deep.equal([2, expected, '']);
      }
      expect([workplace.held(2), (await workplace.trail()).length]).to.deep.equal([HELD, before]);
    });
  }

  it('prints every mistake in a file with its location in JSON', async () => {
    await workplace.write('many.csv', `user,permission\n${'x,service.a service.b\n'.repeat(30)}`);
    const { code, rows, stderr } = await workplace.rows(['remove', '--file', 'many.csv']);
    const { details } = JSON.parse(stderr).error;
    expect([code, rows, details.length]).to.deep.equal([2, [], 30]);
    expect(details[29]).to.deep.equal({
      file: 'many.csv',
      line: 31,
      column: 3,
      message: 'several permissions in one place; write one a line',
      found: '"service.a service.b"',
    });
    const people = await workplace.run(['permissions', 'remove', '--file', 'many.csv']);
    expect(people.stderr.split('\n')).to.have.length(22);
    expect(people.stderr).to.include('… and 10 more; --json reports all');
  });

  const headers = [
    'user',
    'USER',
    'email',
    'E-Mail',
    'Email Address',
    'e_mail-address',
    'mail',
    'Work Email',
    'Work E-Mail Address',
    'Employee Email',
  ];
  for (const name of [...headers, 'id', '_id', 'ID', 'User ID', 'userId']) {
    it(`reads the user from a column ${name}`, async () => {
      const user = /id$/i.test(name) ? anId(2) : EMAIL(2);
      const csv = `note,${name},Permission(s)\nx,${user},service.a.read\n`;
      const { code, results } = await workplace.rows(['remove', '--file', '-'], csv);
      expect([code, results]).to.deep.equal([0, ['removed']]);
    });
  }

  it('reads a personnel export with its own column names, numbers next to e-mails, and empty lines', async () => {
    const csv = [
      'sep=;',
      '"Name, first name";ID;Work Email;Last day;Permission',
      `"Müller, ""Ada""";10023;${EMAIL(2)};30.11.2026;service.a.read`,
      ';;;;',
      `"Nobody\r\nat home";10024;${EMAIL(3)};30.11.2026;service.b.read`,
      'x;10025;;30.11.2026;service.b.read',
      ';;;;',
    ].join('\r\n');
    for (const content of [csv, `\uFEFF${csv}`, Buffer.from(`\uFEFF${csv}`, 'utf16le')]) {
      const { code, rows } = await workplace.rows(['remove', '--file', '-', '--dry-run'], content);
      expect(rows.map(({ line, message, removed }) => [line, message ?? removed])).to.deep.equal([
        [3, ['service.a.read']],
        [5, ['service.b.read']],
        [7, 'user is missing'],
      ]);
      expect(code).to.equal(4);
    }
  });

  const table = [
    ['Name', 'E-Mail', 'permission'],
    ['Müller, Ada', EMAIL(2), 'service.a.read'],
    ['x', EMAIL(3), 'service.b.read'],
  ];
  const spreadsheets: Record<string, string | Buffer> = {
    semicolons: table.map((row) => row.join(';')).join('\r\n'),
    tabs: table.map((row) => row.join('\t')).join('\n'),
    'UTF-16 from the small end': Buffer.from(
      `\uFEFF${table.map((row) => row.join('\t')).join('\r\n')}\r\n`,
      'utf16le',
    ),
    'UTF-16 from the big end': Buffer.from(
      `\uFEFF${table.map((row) => row.join(';')).join('\n')}`,
      'utf16le',
    ).swap16(),
  };
  for (const [what, content] of Object.entries(spreadsheets)) {
    it(`reads files as spreadsheets write them: ${what}`, async () => {
      const { code, rows } = await workplace.rows(['remove', '--file', '-'], content);
      expect(rows.map(({ line, removed }) => [line, removed])).to.deep.equal([
        [2, ['service.a.read']],
        [3, ['service.b.read']],
      ]);
      expect(code).to.equal(0);
    });
  }

  it('uses the permissions of the command line for rows without any', async () => {
    const csv = `email,name\n${EMAIL(2)},Ada\n\n${EMAIL(3)}\n`;
    const only = await workplace.rows(['remove', '--file', '-', 'service.a.*', 'service.none'], csv);
    expect(only.rows.map(({ line, removed }) => [line, removed])).to.deep.equal([
      [2, ['service.a.read', 'service.a.write']],
      [4, ['service.a.read', 'service.a.write']],
    ]);
    const some = `permission,user\nservice.b.read,${EMAIL(4)}\n ,${EMAIL(4)}\n`;
    const mixed = await workplace.rows(
      ['remove', '--file', '-', 'service.a.*'],
      some.replaceAll(EMAIL(4), anId(4)),
    );
    expect(mixed.rows.map(({ removed }) => removed)).to.deep.equal([
      ['service.b.read'],
      ['service.a.read', 'service.a.write'],
    ]);
    const ndjson = `{"user":"${EMAIL(2)}"}\n{"user":"${EMAIL(3)}","permissions":["service.z"]}\n`;
    const added = await workplace.rows(['add', '--file', '-', 'service.y'], ndjson);
    expect(added.rows.map(({ added: given }) => given)).to.deep.equal([['service.y'], ['service.z']]);
  });

  it('lists ignored columns once', async () => {
    const csv = `No.;Name;Work Email;Last day\n1;Ada;${EMAIL(2)};today\n2;Bob;${EMAIL(3)};today\n`;
    const ndjson = [2, 3].map((n) => `{"user":"${EMAIL(n)}","note":"service.a.read"}\n`).join('');
    for (const [content, names] of [
      [csv, '"No.", "Name", "Last day"'],
      [ndjson, '"note"'],
    ] as const) {
      const { stderr } = await workplace.rows(['remove', '--file', '-', 'service.a.*', '--dry-run'], content);
      const [, ...said] = stderr.split('ops-admin: warning: ignored unknown members: ');
      expect(said.map((text) => text.split('\n')[0])).to.deep.equal([names]);
    }
  });

  it('refuses a misspelt column or member, and suggests the known name', async () => {
    for (const [content, complaint] of [
      [
        `note;Emial;permission\nx;${EMAIL(2)};service.a.read\n`,
        '1:6: unknown column Emial; did you mean email?, found "Emial"',
      ],
      [
        `user,permission,reasn\n${EMAIL(2)},service.a.read,left\n`,
        '1:17: unknown column reasn; did you mean reason?, found "reasn"',
      ],
      [
        `{"user":"${EMAIL(2)}","permission":"service.a.read"}\n`,
        '1:42: unknown member permission; did you mean permissions?',
      ],
    ] as const) {
      const refused = await workplace.run(['permissions', 'remove', '--file', '-', 'service.a.*'], {
        stdin: content,
      });
      expect([refused.code, refused.stderr]).to.deep.equal([2, `ops-admin: <stdin>:${complaint}\n`]);
    }
    // Short words, and words that differ by more, are columns of their own.
    const csv = `Unit;Username;Email;Position\nx;ada;${EMAIL(2)};y\n`;
    expect((await workplace.rows(['add', '--file', '-', 'service.y'], csv)).code).to.equal(0);
  });

  it('warns of a permission on the command line that no row used', async () => {
    const warning = 'no row uses service.a.read: each names its own permission';
    for (const content of [
      `email,permission\n${EMAIL(2)},service.b.read\n`,
      `{"user":"${EMAIL(2)}","permissions":["service.b.read"]}\n`,
    ]) {
      const own = await workplace.rows(['remove', '--file', '-', 'service.a.read', '--dry-run'], content);
      expect([own.code, own.stderr.includes(warning)], own.stderr).to.deep.equal([0, true]);
      const some = `${content}${content.startsWith('{') ? `{"user":"${EMAIL(3)}"}` : `${EMAIL(3)},`}\n`;
      const taken = await workplace.rows(['remove', '--file', '-', 'service.a.read', '--dry-run'], some);
      expect([taken.code, taken.stderr.includes('no row took')], taken.stderr).to.deep.equal([0, false]);
    }
  });

  it('records the reason in a row instead of the reason for the whole batch', async () => {
    const csv = [
      'user,permission,Reason',
      `${EMAIL(2)},service.a.read,another desk`,
      `${EMAIL(3)},service.a.read,`,
      `${anId(4)},service.a.read,${'x'.repeat(501)}`,
    ].join('\n');
    const how = ['--file', '-', '--reason', 'moves'];
    const { code, rows } = await workplace.rows(['remove', ...how], csv);
    expect(rows.map(({ message, result }) => [result, message])).to.deep.equal([
      ['removed', undefined],
      ['removed', undefined],
      ['invalid', 'a reason must be at most 500 characters, none of them control characters'],
    ]);
    expect(code).to.equal(4);
    const ndjson = { user: EMAIL(2), permissions: ['service.a.write'], reason: 'again another desk' };
    await workplace.rows(['remove', ...how], JSON.stringify(ndjson));
    expect((await workplace.trail(3)).map(({ reason }) => reason)).to.deep.equal([
      'again another desk',
      'moves',
      'another desk',
    ]);
  });

  it('refuses arguments next to a file that are not permissions', async () => {
    await workplace.write('leavers.csv', `email\n${EMAIL(2)}\n`);
    const user = await workplace.run([
      'permissions',
      'remove',
      '--file',
      'leavers.csv',
      EMAIL(3),
      'service.a.*',
    ]);
    expect(user.code).to.equal(2);
    expect(user.stderr).to.include(EMAIL(3));
    const odd = await workplace.run(['permissions', 'add', '--file', 'leavers.csv', 'service.*']);
    expect(odd.code).to.equal(2);
    expect(odd.stderr).to.include('"service.*" is not a permission');
    expect(workplace.held(2)).to.deep.equal(HELD);
  });

  it('reads a pipe, and leaves no temporary file behind', async () => {
    execFileSync('mkfifo', [workplace.path('pipe')]);
    mkdirSync(workplace.path('temporary'));
    const writing = writeFile(workplace.path('pipe'), good);
    const { code, results } = await workplace.rows(['remove', '--file', 'pipe'], undefined, {
      TMPDIR: workplace.path('temporary'),
    });
    await writing;
    expect([code, results]).to.deep.equal([0, ['removed']]);
    expect(readdirSync(workplace.path('temporary'))).to.deep.equal([]);
  });

  it('exits with 2 for a missing file, and for a folder', async () => {
    expect((await workplace.rows(['remove', '--file', 'none.csv'])).stderr).to.match(
      /cannot read none\.csv: the file does not exist/,
    );
    expect(await workplace.rows(['remove', '--file', '.'])).to.deep.include({
      code: 2,
      stderr: '{"error":{"code":"VALIDATION_ERROR","message":"cannot read .: it is a directory"}}\n',
    });
  });

  it('adds permissions, and refuses malformed ones row by row', async () => {
    const csv = `user,permission\n${EMAIL(2)},service.c.*\n${EMAIL(2)},service.a.read\n${EMAIL(2)},service.*\n`;
    const { code, rows } = await workplace.rows(['add', '--file', '-'], csv);
    expect(rows.map(({ added, result }) => [result, added])).to.deep.equal([
      ['added', ['service.c.*']],
      ['already-held', []],
      ['invalid', []],
    ]);
    expect(rows[2]?.message).to.include('"service.*" is not a permission');
    expect(code).to.equal(4);
    expect(workplace.held(2)).to.deep.equal([...HELD, 'service.c.*']);
  });
});
