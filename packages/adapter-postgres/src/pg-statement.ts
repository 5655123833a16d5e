/** A statement as `pg` takes it; one with a name is planned once for each connection. */
export interface PgStatement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
}
