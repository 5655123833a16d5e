import type { Address } from '@ops-admin/core';

/** The same text for addresses that every provider treats as equal: case and white space do not matter. */
export function lookupText(address: Address): string {
  return address.replace(/\s+/gu, ' ').toLowerCase();
}
