import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect } from 'chai';
import { headingsOf, withoutCode } from './markdown-page.ts';

const ROOT = join(import.meta.dirname, '..');

/** Generated folders, and foreign ones. */
const SKIPPED = new Set(['.git', 'bundle', 'data', 'dist', 'node_modules', 'results', 'site']);
const READ = /(?:\.(?:cfg|js|md|mjs|ts|yaml)|\/Dockerfile|\/\.ci\/[\w-]+)$/;

const SECTIONS = titlesOf('docs/interface.md');
const RECORDS = readdirSync(join(ROOT, 'docs/adr'));

/** By the text of a page: the API reference has thousands of links to a few of them. */
const ANCHORS = new Map<string, ReadonlySet<string>>();

describe('Citations and links', () => {
  it('lead to an existing heading or file, in every source and page', () => {
    // This file is full of wrong ones.
    const files = filesIn(ROOT).filter((file) => READ.test(file) && file !== import.meta.filename);
    expect(files.length).to.be.greaterThan(400);
    const flaws = files.flatMap((file) => flawsOf(relative(ROOT, file), readFileSync(file, 'utf8')));
    expect(flaws).to.deep.equal([]);
  });

  describe('the finder', () => {
    const good: Record<string, string> = {
      'a section of the interface': '(interface, "PUT /user/remove-permissions")',
      'a citation over two lines of a comment': '/**\n * (interface,\n * "Errors")\n */',
      'a page': 'see docs/http.md#the-description',
      'a record': 'ADR 11, ADRs 1 and 2, docs/adr/0012',
    };
    for (const [what, text] of Object.entries(good)) {
      it(`follows ${what}`, () => expect(flawsOf('packages/x/src/x.ts', text)).to.deep.equal([]));
    }

    const bad: Record<string, string> = {
      'the number of a decision in place of a reason': '(decision 5)',
      'a missing section': '(interface, "Nowhere")',
      'a section by number': '(interface 2)',
      'a malformed section': 'the interface ("Errors")',
      'a missing page': 'docs/nowhere.md',
      'a missing anchor': 'docs/http.md#nowhere',
      'a missing record': 'ADR 99',
      'a path to a missing record': 'docs/adr/0099',
    };
    for (const [what, text] of Object.entries(bad)) {
      it(`finds ${what}`, () => {
        expect(flawsOf('packages/x/src/x.ts', `a line\n${text}`)).to.have.length(1);
        expect(flawsOf('packages/x/src/x.ts', `a line\n${text}`)[0]).to.match(/^packages\/x\/src\/x\.ts:2: /);
      });
    }

    it('follows links of a page relative to it, and to its own headings', () => {
      const page = '# A page\n\n[a](http.md) [b](../README.md#try-it) [c](#a-page) [d](https://example.org)';
      expect(flawsOf('docs/page.md', page)).to.deep.equal([]);
    });

    for (const link of ['nowhere.md', 'http.md#nowhere', '#nowhere', '/docs/http.md', '../docs']) {
      const isBad = link !== '../docs';
      it(`${isBad ? 'finds' : 'follows'} the link ${link}`, () => {
        expect(flawsOf('docs/page.md', `# A page\n\n[a](${link})`)).to.have.length(isBad ? 1 : 0);
      });
    }

    it('ignores code that looks like a link', () => {
      expect(flawsOf('docs/page.md', 'a `b[0](c)`\n\n```js\nb[0](c)\n```\n')).to.deep.equal([]);
      expect(flawsOf('docs/page.md', '## \\[iterator\\]()')).to.deep.equal([]);
    });

    it('follows links to rows of a table', () => {
      const page = '| <a id="property-one"></a> `one` | `string` |\n\n';
      expect(flawsOf('docs/page.md', `${page}[a](#property-one)`)).to.deep.equal([]);
      expect(flawsOf('docs/page.md', `${page}[a](#property-two)`)).to.have.length(1);
    });
  });
});

/** Broken citations and links in a text, a line each; `file` is its path from the root. */
function flawsOf(file: string, text: string): string[] {
  const flaws: string[] = [];
  const find = (where: string, pattern: RegExp, isSound: (match: RegExpExecArray) => boolean) => {
    for (const match of where.matchAll(pattern)) {
      if (isSound(match)) continue;
      const line = text.slice(0, match.index).split('\n').length;
      flaws.push(`${file}:${line}: ${match[0].replace(/\s+/g, ' ')}`);
    }
  };

  // A citation may go over two lines of a comment. Every character keeps its place, so that a line can be named.
  const flat = text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, (gap) => ' '.repeat(gap.length));
  // A comment carries its reason: no page of decisions exists.
  find(flat, /\bdecisions?\s+\d+\b/gi, () => false);
  find(flat, /\(interface[\s,][^)]*\)|\binterface\s+\("/g, ([citation]) => {
    const title = /^\(interface,\s+"([^"]+)"[);,]/.exec(citation)?.[1];
    return title !== undefined && SECTIONS.includes(title.replace(/\s+/g, ' '));
  });
  find(flat, /(?<![\w/.-])(?:\.\.\/)*(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g, ([, page = '', anchor]) =>
    isThere(join(ROOT, page), anchor),
  );
  find(flat, /\bADRs?\s+(\d+(?:(?:,\s+|\s+and\s+)\d+)*)|\bdocs\/adr\/(\d{4})/g, ([, numbers, number]) =>
    numbersIn(numbers ?? number).every((one) => RECORDS.some((name) => Number.parseInt(name, 10) === one)),
  );
  if (file.endsWith('.md')) {
    find(withoutCode(text), /(?<!\\)\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g, ([, path = '', anchor]) => {
      if (path === '') return anchorsOf(text).has(anchor ?? '');
      return !path.startsWith('/') && isThere(join(ROOT, dirname(file), path), anchor);
    });
  }
  return flaws;
}

function numbersIn(text = ''): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

function isThere(path: string, anchor: string | undefined): boolean {
  return existsSync(path) && (anchor === undefined || anchorsOf(readFileSync(path, 'utf8')).has(anchor));
}

function anchorsOf(page: string): ReadonlySet<string> {
  const known = ANCHORS.get(page);
  if (known) return known;
  const rows = [...page.matchAll(/^\| <a id="([\w-]+)"><\/a>/gm)].map(([, anchor = '']) => anchor);
  const anchors = new Set([...headingsOf(page).map(({ anchor }) => anchor), ...rows]);
  ANCHORS.set(page, anchors);
  return anchors;
}

function titlesOf(page: string): string[] {
  return headingsOf(readFileSync(join(ROOT, page), 'utf8')).map(({ text }) => text);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
