import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { codeBlocksOf } from '../../../test/markdown-page.ts';
import { Workplace } from './ops-admin.ts';
import { runInProcess } from './run-in-process.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/administering.md'), 'utf8');

describe('docs/administering.md', () => {
  const workplace = new Workplace();

  it('has commands that print the output it shows, when they run in order on the demo', async () => {
    const { url } = await workplace.serve(['--demo']);
    // The first command sets up an organisation, which exists here already.
    const [, ...blocks] = codeBlocksOf(PAGE);
    for (const [n, { code, label, language }] of blocks.entries()) {
      if (language === 'csv' || language === 'ndjson') await workplace.write(`${label}.${language}`, code);
      // The following command runs until it is stopped.
      if (language !== 'sh' || code.includes(' --follow')) continue;
      const shown = await shownBy(code.replace('https://ops.example.org', url));
      const next = blocks[n + 1];
      if (next?.language === 'text')
        expect(masked(shown.replaceAll(url, 'https://ops.example.org')), code).to.equal(masked(next.code));
    }
  });
});

/** The output of a terminal for the lines of a block. */
async function shownBy(code: string): Promise<string> {
  // A program over several lines, and no command of ours.
  if (!code.includes('ops-admin ')) return runByShell(code);
  let env: Record<string, string> = {};
  let shown = '';
  for (const line of code.trimEnd().split('\n')) {
    const [command = '', comment = ''] = line.split(/ {2,}# /);
    const [program, ...words] = wordsOf(command);
    if (program === 'export') env = Object.fromEntries(words.map((word) => word.split('=')));
    else if (program === 'unset') env = {};
    else if (program !== 'ops-admin') shown += runByShell(command);
    else {
      const target = words.at(-2) === '>' ? words.splice(-2)[1] : undefined;
      const { ended, stderr, stdout, terminal } = runInProcess(words, { env });
      const [, exitCode = '0'] = /^exits with (\d)/.exec(comment) ?? [];
      expect(await ended, `${line}\n${stderr.text}`).to.equal(Number(exitCode));
      if (target === undefined) shown += terminal.text;
      else writeFileSync(target, stdout.text);
    }
  }
  return shown;
}

function runByShell(code: string): string {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  return execFileSync('sh', ['-c', code], { encoding: 'utf8', env: { PATH } });
}

/** The words of a line as a shell gives them to a program. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"\$\(cat (\S+)\)"|'([^']*)'|(\S+)/g)].map(([, file, quoted, bare = '']) =>
    file === undefined ? (quoted ?? bare) : readFileSync(file, 'utf8').trim(),
  );
}

/** Removes values that differ between runs, and the column widths that depend on them. */
function masked(text: string): string {
  return text
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
    .replace(/\b\d{8}T\d{6}-[0-9a-f]{6}\b/g, 'BATCH')
    .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, 'DIGEST')
    .replace(/\b(?!65a1)[0-9a-f]{24}\b/g, 'ID')
    .replace(/\baudit-[0-9a-f]{12}\b/g, 'KEY')
    .replace(/\bcli:\S+/g, 'ACTOR')
    .replace(/\S*\/(?=\S+\.ndjson\b)/g, '')
    .replace(/ {2,}/g, '  ');
}
