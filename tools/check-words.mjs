// Finds words that readers stumble over: in pages, in the texts and comments of packages (messages, help, descriptions,
// docstrings), and in the titles and comments of tests and tools. `pnpm check` runs it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Words to avoid, and words to write instead. */
const WORDS = [
  [/\bis no (?!longer|admin)(?=[a-z])/gi, 'is not, does not exist'],
  [/\bwhoever\b/gi, 'a caller that, users who'],
  [/\bread over\b/gi, 'ignored'],
  [/\banew\b/gi, 'again, rebuild'],
  [/\b(?:told|tells?)\b/gi, 'report, print, say'],
  [/\bat once\b/gi, 'immediately, concurrently'],
  [/\bfor good\b/gi, 'permanent'],
  [/\boff the pattern\b/gi, 'malformed'],
  [/\bbeside\b/gi, 'next to, in addition to'],
  [/\bbut for\b/gi, 'except'],
  [/\bin vain\b/gi, 'without effect'],
  [/\bgo(?:es)? on\b/gi, 'continue'],
  [/\bthere is none\b/gi, 'missing, empty'],
  [/\banyone who\b/gi, 'a user who'],
  [/\bis none of\b/gi, 'is not'],
  [/\bdecisions? \d/gi, 'the reason'],
];

/** Places that may have one, by a part of the line. */
const ALLOWED = [
  // A name in code.
  ['packages/store-sql/src/batch-table.ts', 'anew}`'],
];

const FILES = [
  '{*.md,docs/*.md,docs/adr/*.md,deploy/*.md,examples/*.md,examples/*/*.md,packages/*/*.md,tools/*/*.md}',
  'packages/*/src/**/*.{ts,tsx}',
  '{packages/*/test,test,tools,examples}/**/*.{ts,mjs,js}',
];
const OTHERS = ['**/node_modules/**'];
/** Of the texts in these, only titles are read: the others are data. */
const TESTS = /^(?:packages\/[^/]+\/test|test|tools|examples)\//;
const BEFORE_A_TITLE = /(?<![\w.])(?:describe|it)(?:\.skip)?\(\s*$/;
/** The texts of these are titles of tests. */
const SUITES = /^packages\/testing\//;

const CODE_OF_PAGES = /^```.*?^```|`[^`\n]+`/gms;
const PART_OF_SOURCE = /\/\*.*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gs;

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Returns the text for people, with every character in its place. */
function readable(file, text) {
  if (file.endsWith('.md')) return text.replace(CODE_OF_PAGES, blank);
  let read = '';
  for (const { 0: part, index } of text.matchAll(PART_OF_SOURCE)) {
    const before = text.slice(read.length, index);
    const isRead =
      part.startsWith('/') || (TESTS.test(file) ? BEFORE_A_TITLE.test(before) : !SUITES.test(file));
    read += blank(before) + (isRead ? part : blank(part));
  }
  return read;
}

for (const file of globSync(FILES, { cwd: ROOT, exclude: OTHERS }).sort()) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const lines = text.split('\n');
  for (const [pattern, instead] of WORDS) {
    for (const { 0: word, index } of readable(file, text).matchAll(pattern)) {
      const line = text.slice(0, index).split('\n').length;
      if (ALLOWED.some(([path, part]) => path === file && lines[line - 1].includes(part))) continue;
      console.error(`${file}:${line}: "${word}"; write "${instead}"`);
      process.exitCode = 1;
    }
  }
}
