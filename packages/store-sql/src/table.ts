/** The type of a column; one with `?` can be `null`. */
export type Column = 'text' | 'text?' | 'integer' | 'integer?';

type ColumnOf<T> = null extends T
  ? NonNullable<T> extends number
    ? 'integer?'
    : 'text?'
  : T extends number
    ? 'integer'
    : 'text';

/** Columns by the members of rows: `userId` is the column `user_id`. */
export type Columns = Readonly<Record<string, Column>>;

/** A table, written down once: what makes it, reads it and writes it comes from here. */
export interface AnyTable {
  readonly name: string;
  readonly columns: Columns;
  readonly key: readonly string[];
  /** Further parts of its definition, such as checks; the same SQL everywhere. */
  readonly constraints?: readonly string[];
}

/** The table of these rows: each member has a column that holds it. */
export interface Table<Row> extends AnyTable {
  readonly columns: Columns & { readonly [Member in keyof Row]: ColumnOf<Row[Member]> };
  readonly key: readonly (keyof Row & string)[];
}

/** The column of a member, quoted where SQL has a word for it. */
export function columnOf(member: string): string {
  const name = member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return name === 'before' || name === 'after' ? `"${name}"` : name;
}

/** SQL for columns, named as members. */
export function columnsOf({ columns }: AnyTable, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.keys(columns)
    .map((member) => `${prefix}${columnOf(member)} as "${member}"`)
    .join(', ');
}

/** SQL for the columns of members, one after the other. */
export function columnNames(members: readonly string[]): string {
  return members.map(columnOf).join(', ');
}
