import * as v from 'valibot';

/** An object whose members can have any names; valibot's own record leaves out `constructor`, `prototype` and `__proto__`. */
export function namedFreely<Input, Output>(
  value: v.GenericSchema<Input, Output>,
  message: string,
): v.GenericSchema<Readonly<Record<string, Input>>, Readonly<Record<string, Output>>> {
  const record = v.record(v.string(), value, message);
  return {
    ...record,
    '~run': (dataset, config) => {
      const { value: input } = dataset;
      // It would also take a list for an object.
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        return record['~run']({ ...dataset, value: Array.isArray(input) ? '' : input }, config);
      const read = Object.entries(input).map(([key, member]) => {
        const { issues = [], value: output } = value['~run']({ value: member }, config);
        const place = { type: 'object', origin: 'value', input, key, value: member } as v.ObjectPathItem;
        for (const issue of issues) Object.assign(issue, { path: [place, ...(issue.path ?? [])] });
        return { issues, named: [key, output] as const };
      });
      const [first, ...others] = read.flatMap(({ issues }) => issues);
      const output = Object.fromEntries(read.map(({ named }) => named)) as Record<string, Output>;
      return first
        ? { typed: false, value: output, issues: [first, ...others] }
        : { typed: true, value: output };
    },
  };
}
