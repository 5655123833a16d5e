import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { codeBlocksOf } from '../../../test/markdown-page.ts';

/** Lines with `curl` of a page, and the answer that the page shows for them. */
export interface Shown {
  readonly lines: string;
  readonly answer: string;
}

/** Addresses of a page and those in a test that stand for them. */
export type Places = Readonly<Record<string, string>>;

/** Two runs differ in these. */
const CHANGING_MEMBERS = new Set(['time', 'expiresAt', 'requestId', 'profile', 'seal']);
const CHANGING_HEADERS = /^(Date|ETag|X-Request-Id): .+/gm;

/** Stands for headers that the page leaves out. */
const LEFT_OUT = '…';

/** The lines with `curl` of a page that ask one of the places, each with the block of code after it. */
export function shownOn(page: string, places: Places): Shown[] {
  const blocks = codeBlocksOf(page);
  return blocks.flatMap(({ code }, n) => {
    const isAsked = /\bcurl /.test(code) && Object.keys(places).some((place) => code.includes(place));
    return isAsked ? [{ lines: code, answer: blocks[n + 1]?.code ?? '' }] : [];
  });
}

/** The exact output of a shell for lines of a page, except for addresses and paths. */
export async function printedBy(lines: string, places: Places, env: NodeJS.ProcessEnv): Promise<string> {
  const { PATH } = process.env;
  const { stdout } = await promisify(execFile)('sh', ['-euc', inTest(lines, places)], {
    env: { PATH, ...env },
  });
  return stdout.replaceAll('\r', '');
}

/** Expects a page to show the output of its lines: every member of the body, and all headers or those next to a `…`. */
export async function expectShown(
  { answer, lines }: Shown,
  places: Places,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const [printed, shown] = [await printedBy(lines, places, env), inTest(answer, places)].map(partsOf);
  expect(shown?.body, lines).to.deep.equal(printed?.body);
  const headers = shown?.head.filter((line) => line !== LEFT_OUT) ?? [];
  if (headers.length < (shown?.head.length ?? 0)) expect(printed?.head, lines).to.include.members(headers);
  else expect(printed?.head, lines).to.deep.equal(headers);
}

function inTest(text: string, places: Places): string {
  return Object.entries(places).reduce((changed, [place, url]) => changed.replaceAll(place, url), text);
}

function partsOf(text: string): { readonly head: readonly string[]; readonly body: unknown } {
  const [, head = '', body = ''] = /^(HTTP\/.*?(?:\n\n|$))?(.*)$/s.exec(text.trim()) ?? [];
  return {
    head: head.trim().replace(CHANGING_HEADERS, '$1').split('\n'),
    body: body && JSON.parse(body, (name, value) => (CHANGING_MEMBERS.has(name) ? 'changing' : value)),
  };
}
