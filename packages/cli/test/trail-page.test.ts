import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';

const PAGE = join(import.meta.dirname, '../../../docs/trail.md');

/** Whether the program can be run. */
function isThere(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

describe('The verifier of docs/trail.md', function () {
  this.timeout(60_000);
  const workplace = new Workplace();
  let organisation: AnOrganisation;
  let lines: string[];

  before(function () {
    if (!isThere('python3', '--version') || !isThere('openssl', 'version')) {
      console.log('      skipped: it needs python3 and openssl');
      this.skip();
    }
  });

  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.a', 'service.admin.access'], ['service.b']);
    const odd = ['\u{1f600}"\\\u2028\u0001\ud800', 'é\u007f </script>'];
    await organisation.remove(1, ['service.a', ...odd], { reason: 'ß\u2029' });
    await organisation.remove(2, ['service.b']);
    await workplace.run(['keys', 'add']);
    await workplace.run(['keys', 'rotate']);
    const link = ['users', 'link', 'user1@example.org', '--issuer', 'https://id.example', '--subject', 'x'];
    expect((await workplace.run(link)).code).to.equal(0);
    await organisation.close();
    await workplace.write('public.json', (await workplace.run(['keys', 'list', '--public'])).stdout);
    const [, script = ''] = /```python\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
    await workplace.write('verify.py', script);
    lines = (await workplace.run(['audit', 'export'])).stdout.split('\n').filter((line) => line !== '');
    expect(lines).to.have.length(6);
  });

  const verify = async (some: readonly string[]) => {
    await workplace.write('audit.ndjson', some.map((line) => `${line}\n`).join(''));
    const args = ['verify.py', 'public.json', 'audit.ndjson'].map((name) => workplace.path(name));
    const { status, stderr, stdout } = spawnSync('python3', args, { encoding: 'utf8' });
    return [status, `${stdout}${stderr}`.trim()];
  };
  const changed = (line: number, from: string | RegExp, to: string) =>
    lines.with(line, lines[line]?.replace(from, to) ?? '');

  it('accepts an export that the command accepts', async () => {
    const head = (await workplace.run(['audit', 'head'])).stdout.trim();
    expect(await verify(lines)).to.deep.equal([0, `verified the entries up to 6, head ${head}`]);
    expect(
      (await workplace.run(['audit', 'verify', 'audit.ndjson', '--public', 'public.json'])).code,
    ).to.equal(0);
  });

  it('orders members as JCS does: U+FF5E comes after the surrogates of U+1F600', async () => {
    const until = '2999-01-01T00:00:00.000Z';
    const ends = { '\uff5e': until, '\u{1f600}': until };
    const user = {
      _id: anId(9),
      emails: ['nia@example.org'],
      personalInformation: { name: 'Nia' },
      permissions: Object.keys(ends),
      ends,
    };
    await workplace.write('users.ndjson', JSON.stringify(user));
    expect((await workplace.run(['import', 'users', 'users.ndjson'])).code).to.equal(0);
    const { stdout } = await workplace.run(['audit', 'export']);
    expect((await verify(stdout.trimEnd().split('\n')))[0]).to.equal(0);
  });

  it('finds one changed byte, in an entry and in a signature', async () => {
    expect(await verify(changed(2, '"service.a"', '"service.c"'))).to.deep.equal([
      1,
      'entry 3: it was altered',
    ]);
    const flip = (_: string, start: string, byte: string) => `${start}${byte === 'A' ? 'B' : 'A'}`;
    const forged = lines.with(3, lines[3]?.replace(/("signature":")(.)/, flip as never) ?? '');
    expect(await verify(forged)).to.deep.equal([1, 'entry 4: its signature is wrong']);
  });

  it('reports an empty file, or one that ends in the middle of a line, in a sentence', async () => {
    expect(await verify([])).to.deep.equal([1, 'the file has no entry']);
    expect(await verify([...lines.slice(0, 2), lines[2]?.slice(0, 40) ?? ''])).to.deep.equal([
      1,
      'after entry 2: the line is not JSON; the file was cut off, or altered',
    ]);
  });

  it('finds missing entries, a key that was not in use, and a truncated end', async () => {
    expect(await verify(lines.toSpliced(2, 1))).to.deep.equal([1, 'entry 4: entries before it are missing']);
    expect(await verify(lines.toSpliced(4, 2))).to.deep.equal([
      1,
      'entry 4: the end is not signed by the key in use',
    ]);
    const [, old = ''] = /"keyId":"([^"]+)"/.exec(lines[3] ?? '') ?? [];
    expect(await verify(changed(5, /"keyId":"[^"]+"/, `"keyId":"${old}"`))).to.deep.equal([
      1,
      'entry 6: its key is not in use',
    ]);
  });
});
