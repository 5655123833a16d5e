import { anId } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { BulkWorkplace, errorIn, HELD } from './bulk-workplace.ts';

const EMAIL = (n: number) => `user${n}@example.org`;

describe('ops-admin permissions remove --file', function () {
  this.timeout(20_000);
  const workplace = new BulkWorkplace();

  it('removes what each line of a CSV file says, and reports it line by line', async () => {
    await workplace.write(
      'changes.csv',
      [
        'user,permission',
        `${EMAIL(2)},service.a.*`,
        `${anId(3).toUpperCase()},service.b.read`,
        `${anId(3)},service.none`,
        'nobody@example.org,service.a',
        `${anId(99)},service.a`,
        'team@example.org,service.a',
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
      [7, 'ambiguous-user'],
      [8, 'invalid'],
      [9, 'invalid'],
      [10, 'invalid'],
    ]);
    const batch = rows[0]?.batch;
    expect(batch).to.match(/^\d{8}T\d{6}-[0-9a-f]{6}$/);
    expect(rows[0]).to.deep.equal({
      user: EMAIL(2),
      userId: anId(2),
      email: EMAIL(2),
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
      message: 'there is no user nobody@example.org',
    });
    expect(rows[5]?.message).to.include(anId(3)).and.include(anId(4));
    expect(code).to.equal(4);
    expect(stderr).to.equal(
      [
        `batch ${batch}`,
        'ops-admin: warning: nobody holds anything like service.none',
        '9 rows: 2 removed, 1 nothing held, 2 user not found, 1 ambiguous user, 3 invalid; 3 permissions removed',
        `to undo it: ops-admin audit revert --batch ${batch}`,
        '{"error":{"code":"ROWS_FAILED","message":"6 of 9 rows failed"}}',
        '',
      ].join('\n'),
    );
    expect([workplace.held(2), workplace.held(3)]).to.deep.equal([
      ['service.b.read'],
      ['service.a.read', 'service.a.write'],
    ]);
    // A row that changes nothing has no entry.
    expect((await workplace.trail(3)).map((entry) => entry.batch)).to.deep.equal([batch, batch, undefined]);
  });

  it('takes a BOM, CRLF, quotes, other columns, spaces and empty lines', async () => {
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

  it('takes NDJSON too, and reports lines that are wrong', async () => {
    const ndjson = [
      { user: EMAIL(2), permissions: ['service.a.read', 'service.b.read'], note: 1 },
      { user: 7, permissions: ['x'] },
      { user: EMAIL(2), permissions: 'service.a' },
      { user: EMAIL(2), permissions: [] },
      { user: EMAIL(2), permissions: ['a', 1] },
      { user: EMAIL(2), permissions: Array.from({ length: 1001 }, () => 'a') },
      { user: '  ', permissions: ['a'] },
      null,
    ].map((value) => JSON.stringify(value));
    const stdin = `\uFEFF\r\n${ndjson.join('\r\n')}\r\n{"user":\n`;
    for (const file of ['-', 'c.JSONL']) {
      await workplace.write('c.JSONL', stdin);
      const { code, rows } = await workplace.rows(['remove', '--file', file, '--dry-run'], stdin);
      expect(rows.map(({ line, message }) => [line, message])).to.deep.equal([
        [2, undefined],
        [3, 'user must be a string'],
        [4, 'permissions must be an array'],
        [5, 'permissions must hold at least one permission'],
        [6, 'permissions[1] must be a string'],
        [7, 'permissions must hold at most 1000 permissions'],
        [8, 'user must not be empty'],
        [9, 'the line must be an object'],
        [10, 'not valid JSON; write one object a line'],
      ]);
      expect(rows.map(({ user }) => user)).to.include.members([EMAIL(2), null]);
      expect(code).to.equal(4);
    }
  });

  it('reports to people, without letting data steer their terminal', async () => {
    const csv = `user,permission\n${EMAIL(2)},service.a.*\nx\u001b[31m,service.a\n`;
    const { stdout } = await workplace.run(['permissions', 'remove', '--file', '-'], { stdin: csv });
    expect(stdout).to.equal(
      `line 2: ${EMAIL(2)}: removed service.a.read, service.a.write\nline 3: x\\u001b[31m: there is no user x\\u001b[31m\n`,
    );
  });

  for (const [what, content] of Object.entries({
    nothing: '',
    'a header alone': 'user,permission\n',
    blanks: '\n \n',
  })) {
    it(`does nothing with ${what}`, async () => {
      expect(await workplace.rows(['remove', '--file', '-'], content)).to.deep.include({
        code: 0,
        rows: [],
        stderr: '0 rows\n',
      });
    });
  }

  const good = `user,permission\n${EMAIL(2)},service.a.read\n`;
  const unreadable: Record<string, [content: string | Buffer, complaint: string]> = {
    'a bad quote': [`${good}"x"y,z\n`, 'line 3: not valid CSV: invalid closing quote'],
    'a quote in a word': [`${good}x"y,z\n`, 'line 3: not valid CSV: invalid opening quote'],
    'a quote that is not closed': [`${good}"x,y\nz,a\n`, 'line 3: a quote is opened and not closed'],
    'bytes that are no text': [
      Buffer.concat([Buffer.from(`${good}x,y\n`), Buffer.from([0x61, 0xff, 0x0a])]),
      'line 4: this is no text in UTF-8',
    ],
    'a NUL': [`${good}a\0b,c\n`, 'line 3: this is no text in UTF-8'],
    'a line without end': [good + 'x'.repeat(1_100_000), 'line 3: it is longer than 1048576 bytes'],
  };
  for (const [what, [content, complaint]] of Object.entries(unreadable)) {
    it(`stops at ${what}, and does what is before it`, async () => {
      const { code, results, stderr } = await workplace.rows(['remove', '--file', '-'], content);
      const reported = what === 'bytes that are no text' ? ['removed', 'user-not-found'] : ['removed'];
      expect([code, results]).to.deep.equal([2, reported]);
      expect(stderr).to.match(/^batch .*\n\d rows?: 1 removed.*; 1 permission removed\nto undo it: /);
      expect(stderr).to.match(/\n\{"error":.*\n$/);
      expect(errorIn(stderr)).to.equal(complaint);
      expect(workplace.held(2)).to.not.include('service.a.read');
    });
  }

  const useless: Record<string, [content: string | Buffer, complaint: string]> = {
    'no header': [
      `${EMAIL(2)},service.a.read\n`,
      'line 1: the header must name the columns: user,permission',
    ],
    semicolons: ['user;permission\n', 'line 1: the header must name the columns: user,permission'],
    'a column twice': ['user,permission,user\n', 'line 1: the header must name the columns: user,permission'],
    'an array': ['[\n{"user":"x","permissions":["a"]}]', 'line 1: this is an array; write one object a line'],
    'UTF-16': [Buffer.from('\uFEFFuser,permission\n', 'utf16le'), 'line 1: this is no text in UTF-8'],
    'a program': [Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]), 'line 1: this is no text in UTF-8'],
  };
  for (const [what, [content, complaint]] of Object.entries(useless)) {
    it(`exits with 2 for ${what}`, async () => {
      const { code, stderr } = await workplace.rows(['remove', '--file', '-'], content);
      expect([code, stderr.split('\n')[0], errorIn(stderr)]).to.deep.equal([2, '0 rows', complaint]);
    });
  }

  it('exits with 2 for a file that is not there, and for a folder', async () => {
    expect((await workplace.rows(['remove', '--file', 'none.csv'])).stderr).to.match(
      /cannot read none\.csv: ENOENT/,
    );
    expect(await workplace.rows(['remove', '--file', '.'])).to.deep.include({
      code: 2,
      stderr: '{"error":{"code":"VALIDATION_ERROR","message":"cannot read .: it is a directory"}}\n',
    });
  });

  it('adds, and refuses what is off the pattern row by row', async () => {
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
