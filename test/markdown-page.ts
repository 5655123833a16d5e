/** A heading of a page, with what GitHub makes of it. */
export interface Heading {
  readonly text: string;
  readonly anchor: string;
  /** The following text, up to the next heading of the same or a higher level. */
  readonly body: string;
}

/** A fenced block of code: ` ```json Problem ` has the language `json` and the label `Problem`. */
export interface CodeBlock {
  readonly language: string;
  readonly label: string;
  readonly code: string;
}

/** The headings of a page, those inside blocks of code left out. */
export function headingsOf(page: string): Heading[] {
  const blank = withoutCode(page);
  const found = [...blank.matchAll(/^(#{1,6}) +(.+?) *$/gm)];
  const used = new Map<string, number>();
  return found.map(({ 1: marks = '', index }, n) => {
    // From the page itself, since a heading may hold code.
    const [line = ''] = page.slice(index).split('\n', 1);
    const text = line.replace(/^#+ +/, '').trim().replaceAll('`', '');
    const next = found.slice(n + 1).find(({ 1: others = '' }) => others.length <= marks.length);
    const body = page.slice(index + line.length, next?.index);
    const anchor = anchorOf(text);
    const times = used.get(anchor) ?? 0;
    used.set(anchor, times + 1);
    return { text, anchor: times === 0 ? anchor : `${anchor}-${times}`, body };
  });
}

/** The fenced blocks of code of a page, in their order. */
export function codeBlocksOf(page: string): CodeBlock[] {
  return [...page.matchAll(/^```(\w+)(?: +(\w+))?\n(.*?)^```$/gms)].map(
    ([, language = '', label = '', code = '']) => ({ language, label, code }),
  );
}

/** The rows of the table with these first cells, each by its columns; a cell of code is the code. */
export function rowsOf<Column extends string>(
  page: string,
  ...columns: readonly Column[]
): Readonly<Record<Column, string>>[] {
  const [, , ...rows] = tablesOf(page).find(([header = []]) => columns.join() === header.join()) ?? [];
  return rows.map(
    (cells) => Object.fromEntries(columns.map((column, n) => [column, cells[n]])) as Record<Column, string>,
  );
}

function tablesOf(page: string): string[][][] {
  return [...page.matchAll(/^(?:\|.*\|\n)+/gm)].map(([table]) =>
    table
      .trimEnd()
      .split('\n')
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim().replaceAll('`', '')),
      ),
  );
}

/** The page with spaces where it holds code, every other character in its place. */
export function withoutCode(page: string): string {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ');
  return page.replace(/^```.*?^```$/gms, blank).replace(/`[^`\n]+`/g, blank);
}

/** The anchor that GitHub gives to a heading: a link keeps its text alone. */
function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}
