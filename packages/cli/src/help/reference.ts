import type { Argument, Command, Option } from 'commander';
import { describeOption } from '../config/variable-option.js';
import { EXIT } from '../exit-code.js';
import { ioOf } from '../io.js';
import { buildProgram } from '../run-cli.js';
import { VERSION } from '../version.js';
import { EXAMPLES } from './examples.js';
import { JSON_SAMPLES } from './json-samples.js';
import { type KnownProviders, withSettings } from './settings-tables.js';

/** The text above the commands in docs/cli.md ends with this. */
const MARK = '<!-- Made from the commands: node packages/cli/reference.mjs -->\n';

/** What each exit code means, as the manual page and docs/administering.md have it. */
export const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.done, 'done, also if there was nothing to do'],
  [EXIT.failed, 'failed: database, disk, network, a refused token, a broken trail'],
  [EXIT.invalid, 'wrong usage, settings or input; nothing was changed'],
  [EXIT.notFound, 'what you named does not exist, or no entry is old enough to archive'],
  [EXIT.partly, 'some rows failed, in a dry run too; or --strict found a mistyped permission'],
  [EXIT.interrupted, 'interrupted (Ctrl-C)'],
  [EXIT.pipeClosed, 'the program that read the output has ended'],
  [EXIT.terminated, 'terminated'],
];

/** docs/cli.md as it should be: the text above the mark is kept. */
export function referencePage(page: string): string {
  const [above = ''] = page.split(MARK);
  return `${above}${MARK}\n${markdownOf(commandEntries(program()), (name) => JSON_SAMPLES[name])}`;
}

/** docs/running.md as it should be: text outside the tables of settings is kept. */
export function runningPage(page: string, providers: KnownProviders): string {
  return withSettings(page, program(), providers);
}

/** The names of the commands that print JSON. */
export function jsonCommands(): string[] {
  return commandEntries(program())
    .filter(({ terms }) => terms.some(({ term }) => term.startsWith('--json')))
    .map(({ name }) => name);
}

/** The manual page of the command, as `man` reads it. */
export function manualPage(): string {
  return manualOf(program().description(), commandEntries(program()));
}

function program(): Command {
  const nothing = () => {
    throw new Error('no command is run here');
  };
  return buildProgram({ io: ioOf(process, []), run: nothing, fail: nothing });
}

/** A command that can be run, with its whole help. */
interface CommandEntry {
  /** With the name of the program, such as `ops-admin audit list`. */
  readonly name: string;
  readonly usage: string;
  readonly description: string;
  readonly terms: readonly { readonly term: string; readonly description: string }[];
  readonly examples: readonly string[];
}

/** Every command that can be run, in the order of the help. */
function commandEntries(command: Command, path = ''): CommandEntry[] {
  if (command.commands.length > 0) {
    return command.commands.flatMap((below) => commandEntries(below, `${path} ${below.name()}`.trim()));
  }
  const help = command.createHelp();
  const options = (help.visibleOptions(command) as Option[]).filter(({ long }) => long !== '--help');
  const terms = [
    ...(command.registeredArguments as Argument[]).map((argument) => ({
      term: help.argumentTerm(argument),
      description: help.argumentDescription(argument),
    })),
    ...options.map((option) => ({ term: help.optionTerm(option), description: describeOption(option) })),
  ];
  return [
    {
      name: `ops-admin ${path}`,
      usage: help.commandUsage(command),
      description: command.description(),
      terms,
      examples: EXAMPLES[path] ?? [],
    },
  ];
}

/** The page of all commands, in Markdown; `sampleOf` gives what a command prints with `--json`. */
function markdownOf(entries: readonly CommandEntry[], sampleOf: (name: string) => unknown): string {
  const sections = entries.map((entry) => {
    const { description, examples, name, terms, usage } = entry;
    const rows = terms.map((one) => `| \`${cell(one.term)}\` | ${cell(one.description)} |`);
    const sample = sampleOf(name);
    return [
      `## ${name}`,
      `${sentence(description)}`,
      `\`\`\`sh\n${usage}\n\`\`\``,
      ...(rows.length > 0 ? [['| | |', '| --- | --- |', ...rows].join('\n')] : []),
      ...(examples.length > 0 ? [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``] : []),
      ...(sample === undefined ? [] : ['With `--json`:', `\`\`\`json\n${printed(sample)}\n\`\`\``]),
    ].join('\n\n');
  });
  return `${sections.join('\n\n')}\n`;
}

function manualOf(description: string, entries: readonly CommandEntry[]): string {
  const commands = entries.flatMap(({ description: what, examples, name, terms, usage }) => [
    `.SS ${roff(name)}`,
    `.B ${roff(usage)}`,
    '.PP',
    roff(sentence(what)),
    ...terms.flatMap((one) => ['.TP', `.B ${roff(one.term)}`, roff(one.description)]),
    ...(examples.length > 0
      ? ['.PP', 'Examples:', '.PP', '.nf', '.RS', ...examples.map(roff), '.RE', '.fi']
      : []),
  ]);
  return [
    `.TH OPS\\-ADMIN 1 "" "ops\\-admin ${roff(VERSION)}"`,
    '.SH NAME',
    `ops\\-admin \\- ${roff(description)}`,
    '.SH SYNOPSIS',
    '.B ops\\-admin',
    '.I command',
    '[options]',
    '.SH COMMANDS',
    ...commands,
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, roff(meaning)]),
    '',
  ].join('\n');
}

/** A value, or a value a line. */
function printed(sample: unknown): string {
  const { lines } = sample as { readonly lines?: readonly unknown[] };
  return lines ? lines.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(sample, null, 2);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}

/** A line of text that is not a request of roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
