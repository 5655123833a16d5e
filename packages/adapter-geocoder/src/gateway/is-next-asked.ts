/**
 * Whether the next provider is asked where one knows no such place and no setting says so: where the gazetteer comes after
 * others, which would never be asked otherwise while they answer.
 */
export function isNextAsked(order: readonly { readonly kind: string }[]): boolean {
  return order.length > 1 && order.at(-1)?.kind === 'gazetteer';
}
