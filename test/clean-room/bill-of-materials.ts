import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

interface Component {
  readonly group?: string;
  readonly name: string;
}

/** What a software bill of materials names, if CycloneDX's schema has nothing against it. */
export async function billOfMaterials(
  text: string,
): Promise<{ readonly product: string; readonly names: readonly string[] }> {
  const mistakes = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (mistakes !== null) throw new Error(JSON.stringify(mistakes));
  const { metadata, components } = JSON.parse(text) as {
    readonly metadata: { readonly component: Component };
    readonly components: readonly Component[];
  };
  return { product: nameOf(metadata.component), names: [...new Set(components.map(nameOf))].sort() };
}

function nameOf({ group, name }: Component): string {
  return group === undefined ? name : `${group}/${name}`;
}
