import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandEntry, commandEntries } from './command-entries.ts';

/** The text above the tables in docs/cli.md ends with this. */
const MARK = '<!-- Made from the commands: pnpm run docs:reference -->\n';

/** An option that so many commands share stands in one table below them. */
const SHARED_BY = 4;

/** Commands whose JSON is neither a row nor a record of the HTTP interface, so that no other page describes it. */
const OWN_JSON = [
  'config',
  'users link',
  'permissions list',
  'permissions diff',
  'permissions check',
  'permissions holders',
  'permissions expire',
  'audit verify',
  'geocode',
  'airports info',
  'cache info',
  'cache clear',
  'keys rotate',
  'db backup',
  'db restore',
  'db check',
  'db copy',
  'whoami',
];

type Term = CommandEntry['terms'][number];

/** Returns a sample of the JSON of each command, by its name: a value, or `lines` with a value a line. */
export function jsonSamples(): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'json-samples.json'), 'utf8'));
}

/** Returns docs/cli.md as it should be, with the text that `page` has above the mark. */
export function cliPage(page: string): string {
  const [above = ''] = page.split(MARK);
  const entries = commandEntries();
  const shared = sharedIn(entries);
  const samples = jsonSamples();
  const commands = entries.map(({ description, terms, usage }) => {
    const own = terms.filter((one) => one.term.startsWith('--') && !shared.has(keyOf(one)));
    const command = usage.replace('ops-admin ', '').replace(' [options]', '');
    const options = own.map(({ term }) => `\`${term}\``).join(', ');
    return `- **\`${command}\`** ${description}${options && ` Options: ${options}.`}`;
  });
  const options = [...shared.values()].map(({ description, term }) => [`\`${term}\``, description]);
  const ownJson = OWN_JSON.map((name) => `- \`${name}\`: ${membersOf(samples[`ops-admin ${name}`])}`);
  return [
    `${above}${MARK}`,
    `## Commands\n\n${commands.join('\n')}\n`,
    `## Options of many commands\n\n${tableOf(['option', 'meaning'], options)}\n`,
    `## JSON\n\n${ownJson.join('\n')}\n`,
  ].join('\n');
}

/** Returns the public part of every command, by its usage: arguments and options with their help, which names choices and defaults. */
export function publicCommands(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    commandEntries().map(({ terms, usage }) => [
      usage,
      Object.fromEntries(terms.map(({ description, term }) => [term, description])),
    ]),
  );
}

/** Returns the options that many commands have with the same description, by their key. */
function sharedIn(entries: readonly CommandEntry[]): ReadonlyMap<string, Term> {
  const options = entries.flatMap(({ terms }) => terms).filter(({ term }) => term.startsWith('--'));
  const isShared = (one: Term) => options.filter((other) => keyOf(other) === keyOf(one)).length >= SHARED_BY;
  return new Map(options.filter(isShared).map((one) => [keyOf(one), one]));
}

function keyOf({ description, term }: Term): string {
  return `${term} ${description}`;
}

/** Returns the names of members, such as "a list of `id`, `kind`", or "strings" for items without members. */
function membersOf(sample: unknown): string {
  if (Array.isArray(sample)) return `a list of ${membersOf(Object.assign({}, ...sample.filter(isRecord)))}`;
  if (isRecord(sample))
    return (
      Object.keys(sample)
        .map((name) => `\`${name}\``)
        .join(', ') || 'strings'
    );
  throw new Error('a sample must be an object or a list');
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
