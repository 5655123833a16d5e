import type { ListedDepartment } from '../departments/department-names.js';
import { words } from '../words.js';

/** What a column of a list of joiners holds. */
export type Column = 'email' | 'firstName' | 'lastName' | 'name' | 'department' | 'permissions';

/** A line of a list as it is written. */
interface Written {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A person in a list. */
export interface Joiner extends Written {
  readonly values: Readonly<Partial<Record<Column, string>>>;
  /** Why the line cannot be used, by column; `line` is about all of it. */
  readonly problems: Readonly<Partial<Record<Column | 'line', string>>>;
  /** What the service is asked to create; `undefined` as long as there is a problem. */
  readonly user?: NewUser | undefined;
}

/** A user to create. */
export interface NewUser {
  readonly emails: string[];
  readonly personalInformation: Readonly<Record<string, string>>;
  readonly departmentId?: string;
  readonly permissions?: string[];
}

/** A pasted list, read. */
export interface JoinerList {
  readonly columns: readonly (Column | undefined)[];
  /** Names of columns that nothing is read from. */
  readonly ignored: readonly string[];
  readonly joiners: readonly Joiner[];
  /** Why nothing of it can be read. */
  readonly problem?: string | undefined;
  /** Returns the text with another cell in a line; the other lines keep their numbers. */
  readonly withCell: (line: number, column: Column, value: string) => string;
  /** Returns the text without some lines; the other lines keep their numbers. */
  readonly without: (lines: ReadonlySet<number>) => string;
}

/** The names of columns that people use, in lower case and without signs. */
const NAMES: readonly (readonly [Column, RegExp])[] = [
  ['email', /^(work)?e?mails?(address)?$/],
  ['firstName', /^(first|given)name$/],
  ['lastName', /^(last|family|sur)name$/],
  ['name', /^(full|display)?name$/],
  ['department', /^department(id|code)?$/],
  ['permissions', /^permissions?$/],
];

/** Reads a list of joiners, whose first line names the columns. */
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

/** The departments that a text names by an id, else by a code, else by a name. */
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

/** Reads rows as a sheet or a file has them: by tabs, semicolons or commas; a cell in quotes can hold all of these. */
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

/** Writes each row at its own line. */
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
