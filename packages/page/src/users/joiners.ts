import type { ListedDepartment } from '../departments/department-names.js';
import { words } from '../words.js';

export type Column = 'email' | 'firstName' | 'lastName' | 'name' | 'department' | 'permissions';

interface Written {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Joiner extends Written {
  readonly values: Readonly<Partial<Record<Column, string>>>;
  /** Problems by column; `line` is a problem of the whole line. */
  readonly problems: Readonly<Partial<Record<Column | 'line', string>>>;
  /** The user to create; `undefined` while the line has a problem. */
  readonly user?: NewUser | undefined;
}

export interface NewUser {
  readonly emails: string[];
  readonly personalInformation: Readonly<Record<string, string>>;
  readonly departmentId?: string;
  readonly permissions?: string[];
}

export interface JoinerList {
  readonly columns: readonly (Column | undefined)[];
  /** Names of unknown columns. */
  readonly ignored: readonly string[];
  readonly joiners: readonly Joiner[];
  /** Why the list cannot be read. */
  readonly problem?: string | undefined;
  /** Returns the text with another cell in a line; the other lines keep their numbers. */
  readonly withCell: (line: number, column: Column, value: string) => string;
  /** Returns the text without some lines; the other lines keep their numbers. */
  readonly without: (lines: ReadonlySet<number>) => string;
}

/** Names of columns in use, in lower case without punctuation. */
const NAMES: readonly (readonly [Column, RegExp])[] = [
  ['email', /^(work)?e?mails?(address)?$/],
  ['firstName', /^(first|given)name$/],
  ['lastName', /^(last|family|sur)name$/],
  ['name', /^(full|display)?name$/],
  ['department', /^department(id|code)?$/],
  ['permissions', /^permissions?$/],
];

/** Reads a list whose first line names the columns. */
export function joinersIn(text: string, departments: readonly ListedDepartment[]): JoinerList {
  const { mistake, rows, separator } = readCsv(text);
  const [header, ...others] = rows;
  const columns = (header?.cells ?? []).map((name) => {
    const key = name.toLowerCase().replace(/[^a-z]/g, '');
    return NAMES.find(([, called]) => called.test(key))?.[0];
  });
  const naming = columns.find((one) => one === 'firstName' || one === 'lastName' || one === 'name');
  const lines = new Map<string, number>();
  const joiners = others.map((one) => joinerOf(one, columns, departments, lines));
  const problem =
    mistake !== undefined
      ? words.joiners.unclosed(mistake)
      : columns.includes('email') && naming && columns.every((one, n) => !one || columns.indexOf(one) === n)
        ? undefined
        : words.joiners.noHeader;
  return {
    columns,
    ignored: header?.cells.filter((name, n) => name !== '' && !columns[n]) ?? [],
    joiners: problem === undefined ? joiners : [],
    problem,
    withCell: (line, column, value) =>
      written(
        rows.map((row) => {
          const cells = columns.map((one, n) => (one === column ? value : (row.cells[n] ?? '')));
          return row.line === line ? { line, cells } : row;
        }),
        separator,
      ),
    without: (lines) =>
      written(
        rows.filter(({ line }) => !lines.has(line)),
        separator,
      ),
  };
}

function joinerOf(
  { cells, line }: Written,
  columns: JoinerList['columns'],
  departments: readonly ListedDepartment[],
  lines: Map<string, number>,
): Joiner {
  const values: Partial<Record<Column, string>> = {};
  columns.forEach((column, n) => {
    if (column) values[column] = cells[n] ?? '';
  });
  const { department = '', email = '', firstName = '', lastName = '', name = '', permissions = '' } = values;
  const problems: Partial<Record<Column | 'line', string>> = {};
  if (cells.length > columns.length) problems.line = words.joiners.tooMany;
  const emails = several(email);
  if (emails.length === 0) problems.email = words.person.noEmail;
  for (const one of emails) {
    const key = keyOf(one);
    const first = lines.get(key);
    if (first !== undefined && first !== line) problems.email = words.joiners.sameAs(first);
    else lines.set(key, line);
  }
  if (`${firstName}${lastName}${name}` === '') {
    const named = (['firstName', 'name', 'lastName'] as const).find((one) => columns.includes(one));
    problems[named ?? 'line'] = words.person.noName;
  }
  const found = departmentsNamed(department, departments);
  if (department !== '' && found.length !== 1) {
    problems.department = found.length === 0 ? words.joiners.noDepartment : words.joiners.several;
  }
  const held = several(permissions);
  const isReady = Object.keys(problems).length === 0;
  return {
    line,
    cells,
    values,
    problems,
    user: isReady
      ? {
          emails,
          personalInformation: { firstName, lastName, ...(name !== '' && { name }) },
          ...(found[0] && { departmentId: found[0].id }),
          ...(held.length > 0 && { permissions: held }),
        }
      : undefined,
  };
}

/** Returns the text by which the service compares e-mails, ids and codes. */
const keyOf = (text: string): string => text.normalize().toLowerCase();

/** Returns the departments with this id, else with this code, else with this name. */
function departmentsNamed(named: string, departments: readonly ListedDepartment[]): ListedDepartment[] {
  const key = keyOf(named);
  const by = (member: 'code' | 'id' | 'name') => departments.filter((one) => keyOf(one[member]) === key);
  const [first = []] = [by('id'), by('code'), by('name')].filter((those) => those.length > 0);
  return key === '' ? [] : first;
}

const several = (cell: string): string[] =>
  cell
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Reads rows separated by tabs, semicolons or commas; a cell in quotation marks can contain all of these. */
function readCsv(text: string): { rows: Written[]; separator: string; mistake?: number } {
  const given = text.replace(/^\ufeff?(?:sep=.(?=\r?\n))?/, '').replace(/\r\n?/g, '\n');
  const [first = ''] = given.trimStart().split('\n', 1);
  const separator = ['\t', ';'].find((one) => first.includes(one)) ?? ',';
  const cell = new RegExp(
    `(?: *"((?:[^"]|"")*)" *|([^"${separator}\\n][^${separator}\\n]*|))(${separator}|\\n|$)`,
    'y',
  );
  const rows: Written[] = [];
  let [line, start] = [1, 1];
  let cells: string[] = [];
  for (let part = cell.exec(given); part; part = cell.exec(given)) {
    const [all, inQuotes, plain = '', end] = part;
    cells.push((inQuotes?.replaceAll('""', '"') ?? plain).trim());
    line += all.split('\n').length - 1;
    if (end === separator) continue;
    if (cells.some((one) => one !== '')) rows.push({ line: start, cells });
    if (end === '') return { rows, separator };
    [cells, start] = [[], line];
  }
  return { rows, separator, mistake: line };
}

/** Writes each row at its line, with empty lines between. */
function written(rows: readonly Written[], separator: string): string {
  let text = '';
  for (const { cells, line } of rows) {
    const before = text.split('\n').length;
    text +=
      '\n'.repeat(Math.max(0, line - before)) + cells.map((cell) => quoted(cell, separator)).join(separator);
  }
  return text;
}

const quoted = (cell: string, separator: string): string =>
  /["\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
