// Finds words that readers stumble over, in pages, and in the comments and texts of the packages. `pnpm check` runs it.
// A pattern that is new here begins with the places that are clean, and grows.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** What to avoid, what to write, and where it is looked for: pages, texts (strings of sources), comments. */
const WORDS = [
  [/\bis no (?!longer)(?=[a-z])/i, 'is not', ['pages']],
  [/\bwhoever\b/i, 'a caller that, users who', ['pages']],
  [/\bread over\b/i, 'ignored', ['pages']],
  [/\banew\b/i, 'again, rebuild', ['pages']],
  [/\b(?:told|tells?)\b/i, 'report, print, say', ['pages']],
  [/\bat once\b/i, 'immediately, concurrently', ['pages']],
  [/\bfor good\b/i, 'permanent', ['pages']],
  [/\boff the pattern\b/i, 'malformed', ['pages']],
  [/\bbeside\b/i, 'next to, in addition to', ['pages']],
  [/\bbut for\b/i, 'except', ['pages']],
  [/\bin vain\b/i, 'without effect', ['pages']],
  [/\bgo(?:es)? on\b/i, 'continue', ['pages']],
  [/\bthere is none\b/i, 'missing, empty', ['pages']],
  [/\banyone who\b/i, 'a user who', ['pages']],
];

/** Places that may have one: a title, a quotation, a word of another sense. */
const ALLOWED = [
  // These are to be rewritten.
  ['docs/locations.md', ''],
  // The title of a test.
  ['docs/threats.md', 'remove each other at once'],
];

const PAGES =
  '{*.md,docs/*.md,docs/adr/*.md,deploy/*.md,examples/*.md,examples/*/*.md,packages/*/*.md,tools/*/*.md}';
const SOURCES = 'packages/*/src/**/*.{ts,tsx}';

const blank = (code) => code.replace(/[^\n]/g, ' ');

/** What a file has of each kind, every character in its place. */
function partsOf(file, text) {
  if (file.endsWith('.md')) return { pages: text.replace(/^```.*?^```|`[^`\n]+`/gms, blank) };
  const comments = [];
  const texts = [];
  for (const { 0: found, index } of text.matchAll(
    /\/\*.*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gs,
  )) {
    (found.startsWith('/') ? comments : texts).push([index, found]);
  }
  const only = (parts) =>
    parts.reduce((all, [at, part]) => all + blank(text.slice(all.length, at)) + part, '');
  return { comments: only(comments), texts: only(texts) };
}

const found = [];
for (const file of globSync([PAGES, SOURCES], { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort()) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const parts = partsOf(file, text);
  for (const [pattern, instead, where] of WORDS) {
    for (const place of where) {
      for (const { 0: word, index } of (parts[place] ?? '').matchAll(new RegExp(pattern, 'gi'))) {
        const line = text.slice(0, index).split('\n').length;
        const isAllowed = ALLOWED.some(
          ([path, words]) => path === file && text.split('\n')[line - 1].includes(words),
        );
        if (!isAllowed) found.push(`${file}:${line}: "${word}"; write "${instead}"`);
      }
    }
  }
}
for (const one of found) console.error(one);
if (found.length > 0) process.exitCode = 1;
