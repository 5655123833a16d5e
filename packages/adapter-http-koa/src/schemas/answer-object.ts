import * as v from 'valibot';

type IsOptional<Whole, Key extends keyof Whole> =
  Partial<Pick<Whole, Key>> extends Pick<Whole, Key> ? true : false;

/** A schema for each member of an answer, with `optional` around those that can be missing. */
export type EntriesOf<Answer> = {
  readonly [Key in keyof Answer]-?: IsOptional<Answer, Key> extends true
    ? v.OptionalSchema<v.GenericSchema<Exclude<Answer[Key], undefined>>, undefined>
    : v.GenericSchema<Answer[Key]>;
};

/**
 * The schema of an object in an answer: exactly the members of the presenter's type; otherwise it does not compile. The
 * types are written out, because with `isolatedDeclarations` no exported type can be inferred from a schema.
 */
export function answerObject<Answer extends object>(entries: EntriesOf<Answer>): v.GenericSchema<Answer> {
  return v.strictObject(entries as v.ObjectEntries) as unknown as v.GenericSchema<Answer>;
}
