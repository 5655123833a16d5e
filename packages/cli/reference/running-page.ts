import { listSettings, readConfig } from '@ops-admin/service';
import { PROVIDER_KINDS } from '../../adapter-geocoder/dist/config.js';
import { isSwitch, optionsBelow } from '../dist/config/option-variables.js';
import { TOKEN_VARIABLES } from '../dist/remote/server-option.js';
import { program } from './command-entries.ts';
import { SETTING_MEANINGS, type SettingMeaning } from './setting-meanings.ts';

/** A setting as the code has it. */
interface KnownSetting {
  readonly name: string;
  /** The option that gives it too, and what the help says of it. */
  readonly option?: { readonly name: string; readonly description: string };
  readonly fallback: string | null;
  /** The allowed values by the code; missing if any value is allowed. */
  readonly allowed?: string | undefined;
}

const START = '<!-- The settings below are made from the code: pnpm run docs:reference -->\n';
const END = '<!-- End of the settings made from the code. -->\n';
/** Stands for the name of an address provider. */
const PROVIDER = '<PROVIDER>';

/** docs/running.md as it should be: text outside the two marks is kept. */
export function runningPage(page: string): string {
  const [above = '', rest = ''] = page.split(START);
  const [, below = ''] = rest.split(END);
  return `${above}${START}\n${settingsTables()}\n\n${END}${below}`;
}

function settingsTables(): string {
  const known = new Map(
    [...serviceSettings(), ...tokenSettings(), ...optionSettings()].map((setting) => [setting.name, setting]),
  );
  const tables = Object.entries(SETTING_MEANINGS).map(([title, meanings]) => {
    const rows = Object.entries(meanings).map(([name, meaning]) => rowOf(known.get(name), name, meaning));
    for (const name of Object.keys(meanings)) known.delete(name);
    return `### ${title}\n\n${tableOf(['setting', 'default', 'allowed', 'meaning'], rows)}`;
  });
  if (known.size > 0) throw new Error(`setting-meanings.ts lacks ${[...known.keys()].join(', ')}`);
  return [...tables, providerTable()].join('\n\n');
}

function rowOf(known: KnownSetting | undefined, name: string, { means, ...given }: SettingMeaning): string[] {
  if (!known) throw new Error(`Nothing reads ${name}, of which setting-meanings.ts has a meaning`);
  const { fallback, option } = known;
  const meaning = means ?? option?.description;
  if (meaning === undefined) throw new Error(`setting-meanings.ts lacks the meaning of ${name}`);
  return [
    `\`${name}\`${option ? `, \`${option.name}\`` : ''}`,
    given.fallback ?? (fallback === null ? 'none' : `\`${fallback}\``),
    given.allowed ?? known.allowed ?? 'text',
    meaning,
  ];
}

function providerTable(): string {
  const rows = Object.entries(PROVIDER_KINDS).map(([name, { keepSeconds, key, publicLimit, url }]) => [
    `\`${name}\``,
    url === undefined ? 'required' : `\`${url}\``,
    key,
    String(keepSeconds),
    publicLimit ? `${publicLimit.requestsPerSecond} at its public servers` : 'no limit',
  ]);
  return tableOf(['provider', 'default `_URL`', '`_KEY`', 'default `_CACHE`', 'default `_RATE`'], rows);
}

/** What the service reads; the settings of the first address provider stand for those of all. */
function serviceSettings(): KnownSetting[] {
  const kinds = Object.keys(PROVIDER_KINDS);
  const prefixOf = (kind = '') => `OPS_${kind.toUpperCase()}_`;
  const everything = {
    OPS_AUTH_ISSUER: 'https://id.example.org',
    OPS_AUTH_AUDIENCE: 'https://ops.example.org',
    OPS_GEOCODERS: kinds.join(','),
    ...Object.fromEntries(kinds.map((kind) => [`${prefixOf(kind)}URL`, 'https://example.org'])),
    ...Object.fromEntries(
      Object.entries(PROVIDER_KINDS).flatMap(([kind, { key }]) =>
        key === 'required' ? [[`${prefixOf(kind)}KEY`, 'x']] : [],
      ),
    ),
  };
  const others = kinds.slice(1).map(prefixOf);
  return [everything, {}]
    .flatMap((environment) =>
      readConfig(environment)
        .map((config) => listSettings({ config, database: './ops-admin.db', environment }))
        .unwrapOr([]),
    )
    .filter(({ name }) => !others.some((prefix) => name.startsWith(prefix)))
    .map(({ name, source, value }) => ({
      name: name.replace(prefixOf(kinds[0]), `OPS_${PROVIDER}_`),
      fallback: source === 'default' ? value : null,
      allowed: allowedIn(readConfig({ ...everything, [name]: WRONG }), name),
    }));
}

/** No setting with bounds allows it. */
const WRONG = '\0';

/** The bounds or choices, read from the message about a wrong value. */
function allowedIn(read: ReturnType<typeof readConfig>, name: string): string | undefined {
  const problems = read.isErr() ? read.error.problems : [];
  const [, must] =
    problems.map((problem) => problem.split(`${name} must be `)).find(([, text]) => text) ?? [];
  return must?.replace(/^(?:a|a whole) number from |^(?:one )?of /, '');
}

function tokenSettings(): KnownSetting[] {
  return TOKEN_VARIABLES.map((name) => ({ name, fallback: null }));
}

function optionSettings(): KnownSetting[] {
  return optionsBelow(program()).map((option) => ({
    name: option.variable ?? '',
    option: { name: option.long ?? '', description: option.description },
    fallback: String(option.defaultValue ?? (isSwitch(option) ? 'false' : '')) || null,
    allowed: isSwitch(option) ? 'true or false' : takenBy(option.parseArg),
  }));
}

function takenBy(parse: ((value: string, previous: undefined) => unknown) | undefined): string | undefined {
  try {
    parse?.(WRONG, undefined);
    return undefined;
  } catch (error) {
    return error instanceof Error ? /^Write (?:a number from )?(.*)\.$/.exec(error.message)?.[1] : undefined;
  }
}

/** In Markdown, as wide as needed. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, n) => Math.max(...[head, ...rows].map((row) => row[n]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [head, head.map((_, n) => '-'.repeat(widths[n] ?? 0)), ...rows].map(line).join('\n');
}
