declare const brand: unique symbol;

/** A value that has passed the checks of its name; only the matching `parse…` function makes one. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };
