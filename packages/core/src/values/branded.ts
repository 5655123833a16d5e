declare const brand: unique symbol;

/** A value that has passed the checks of its type; only the matching `parse…` function makes one. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };
