import { type CommandEntry, commandEntries } from './command-entries.ts';

/** The text above the commands in docs/cli.md ends with this. */
const MARK =
  '<!-- Made from the commands, except the JSON, which is written here: pnpm run docs:reference -->\n';
const SAMPLE = 'With `--json`:\n\n```json\n';

/** An option that so many commands share stands in one table above them. */
const SHARED_BY = 4;
/** The others are in the help of the command. */
const EXAMPLES_SHOWN = 1;

type Term = CommandEntry['terms'][number];

/** docs/cli.md as it should be: the text above the mark is kept, and the JSON that a command prints. */
export function cliPage(page: string): string {
  const [above = ''] = page.split(MARK);
  const samples = samplesIn(page);
  const entries = commandEntries();
  const shared = sharedIn(entries);
  const sections = entries.map((entry) => sectionOf(entry, shared, samples.get(entry.name)));
  return `${above}${MARK}\n## Options of many commands\n\n${tableOf([...shared.values()])}\n\n${sections.join('\n\n')}\n`;
}

/** What docs/cli.md shows of the JSON of each command, by its name: one value, or a value a line. */
export function samplesIn(page: string): ReadonlyMap<string, string> {
  const [, ...sections] = page.split(/^## /m);
  return new Map(
    sections.flatMap((section) => {
      const [name = ''] = section.split('\n', 1);
      const sample = section.split(SAMPLE)[1]?.split('\n```')[0];
      return sample === undefined ? [] : [[name, sample]];
    }),
  );
}

/** The options that many commands have with the same description, by that and their name. */
function sharedIn(entries: readonly CommandEntry[]): ReadonlyMap<string, Term> {
  const options = entries.flatMap(({ terms }) => terms).filter(({ term }) => term.startsWith('--'));
  const isShared = (one: Term) => options.filter((other) => keyOf(other) === keyOf(one)).length >= SHARED_BY;
  return new Map(options.filter(isShared).map((one) => [keyOf(one), one]));
}

function sectionOf(
  { description, examples, name, terms, usage }: CommandEntry,
  shared: ReadonlyMap<string, Term>,
  sample?: string,
): string {
  const own = terms.filter((term) => !shared.has(keyOf(term)));
  const also = terms.filter((term) => shared.has(keyOf(term))).map(({ term }) => `\`${term.split(' ')[0]}\``);
  return [
    `## ${name}`,
    description,
    `\`\`\`sh\n${[usage, ...examples.slice(0, EXAMPLES_SHOWN)].join('\n')}\n\`\`\``,
    ...(own.length > 0 ? [tableOf(own)] : []),
    ...(also.length > 0 ? [`[Also](#options-of-many-commands) ${also.join(', ')}`] : []),
    ...(sample === undefined ? [] : [`${SAMPLE}${sample}\n\`\`\``]),
  ].join('\n\n');
}

function keyOf({ description, term }: Term): string {
  return `${term} ${description}`;
}

function tableOf(terms: readonly Term[]): string {
  const rows = terms.map((one) => `| \`${cell(one.term)}\` | ${cell(one.description)} |`);
  return ['| | |', '| --- | --- |', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
