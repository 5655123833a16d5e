import * as v from 'valibot';

export interface Variable {
  readonly name: string;
  readonly fallback?: string | undefined;
  /** Its value must not be shown. */
  readonly isSecret?: true;
}

/** The variables that a schema reads, with its defaults. */
export function variablesOf({ entries }: { readonly entries: v.ObjectEntries }): Variable[] {
  return Object.entries(entries).map(([name, entry]) => ({ name, fallback: textOf(v.getDefault(entry)) }));
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}
