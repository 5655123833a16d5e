/**
 * The default for whether the next provider is asked if one does not know the place: yes if the gazetteer comes after
 * others. Otherwise it would not be asked while they answer.
 */
export function isNextAsked(order: readonly { readonly kind: string }[]): boolean {
  return order.length > 1 && order.at(-1)?.kind === 'gazetteer';
}
