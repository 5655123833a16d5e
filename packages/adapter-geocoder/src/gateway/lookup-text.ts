import type { Address } from '@ops-admin/core';

/** The same for addresses that are one to every provider: case and white space do not matter to them. */
export function lookupText(address: Address): string {
  return address.replace(/\s+/gu, ' ').toLowerCase();
}
