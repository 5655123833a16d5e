import { type CommandEntry, commandEntries } from './command-entries.ts';

/** The text above the commands in docs/cli.md ends with this. */
const MARK =
  '<!-- Made from the commands, but for the JSON, which is written here: node packages/cli/reference.mjs -->\n';
const SAMPLE = 'With `--json`:\n\n```json\n';

/** docs/cli.md as it should be: the text above the mark is kept, and the JSON that a command prints. */
export function cliPage(page: string): string {
  const [above = ''] = page.split(MARK);
  const samples = samplesIn(page);
  const sections = commandEntries().map((entry) => sectionOf(entry, samples.get(entry.name)));
  return `${above}${MARK}\n${sections.join('\n\n')}\n`;
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

function sectionOf({ description, examples, name, terms, usage }: CommandEntry, sample?: string): string {
  const rows = terms.map((one) => `| \`${cell(one.term)}\` | ${cell(one.description)} |`);
  return [
    `## ${name}`,
    description,
    `\`\`\`sh\n${usage}\n\`\`\``,
    ...(rows.length > 0 ? [['| | |', '| --- | --- |', ...rows].join('\n')] : []),
    ...(examples.length > 0 ? [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``] : []),
    ...(sample === undefined ? [] : [`${SAMPLE}${sample}\n\`\`\``]),
  ].join('\n\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
