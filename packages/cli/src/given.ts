/** Members without those that are `undefined`. */
type Given<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >;
};

/** Leaves out `undefined` members: an operation takes that for a wrong value, and JSON has none. */
export function given<Members extends object>(members: Members): Given<Members> {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as Given<Members>;
}
