import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { Endpoint } from '../endpoint.js';
import { PROBLEM } from '../schemas/problem.js';

type Schema = GenericSchema<unknown, unknown>;

export interface SchemaReference {
  readonly $ref: string;
}

/** The form that callers write, not the one that core makes of it, as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
const AS_WRITTEN: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // The schema of a check says in metadata what it requires.
  ignoreActions: ['check', 'raw_check'],
};

export class NamedSchemas {
  readonly #byName: Readonly<Record<string, Schema>>;

  constructor(endpoints: readonly Endpoint[]) {
    const named = Object.assign({ Problem: PROBLEM }, ...endpoints.map(({ schemas }) => schemas));
    this.#byName = Object.fromEntries(Object.entries<Schema>(named).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A schema without a name is a bug of the endpoint. */
  referenceTo(schema: Schema): SchemaReference {
    const name = Object.keys(this.#byName).find((one) => this.#byName[one] === schema);
    if (name === undefined) throw new Error('a schema of the description has no name');
    return byName(name);
  }

  toJson(): Readonly<Record<string, JsonSchema>> {
    const overrideRef = ({ referenceId }: { readonly referenceId: string }) => byName(referenceId).$ref;
    return withoutRefused(toJsonSchemaDefs(this.#byName, { ...AS_WRITTEN, overrideRef }));
  }
}

/**
 * Members that are refused (`never`), as what an object must not have: among the others, generators would type them as unknown, and
 * tools would send them.
 */
function withoutRefused<Json>(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(withoutRefused) as Json;
  const made = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withoutRefused(value)]));
  const { properties } = made as { readonly properties?: Readonly<Record<string, object>> };
  const members = Object.entries(properties ?? {});
  // A member can be called `properties`: its members are then not schemas.
  const refused = members.filter(
    ([, value]) => Object.hasOwn(Object(value), 'not') && Object.keys(Object(value).not ?? {}).length === 0,
  );
  if (refused.length === 0) return made as Json;
  const names = refused.map(([name]) => name);
  const [one, ...others] = names.map((name) => ({ required: [name] }));
  const rest = members.filter(([name]) => !names.includes(name));
  return {
    ...made,
    properties: Object.fromEntries(rest),
    not: others.length === 0 ? one : { anyOf: [one, ...others] },
  } as Json;
}

function byName(name: string): SchemaReference {
  return { $ref: `#/components/schemas/${name}` };
}

/** A part of the path, or a parameter of the query, as OpenAPI writes it. */
export function parameterObject(place: 'path' | 'query', name: string, schema: Schema): object {
  const { $schema: _, description, examples, ...rest } = toJsonSchema(schema, AS_WRITTEN);
  const [example] = (examples ?? []) as readonly unknown[];
  return {
    name,
    in: place,
    description,
    schema: rest,
    ...(example !== undefined && { example }),
    required: place === 'path',
  };
}
