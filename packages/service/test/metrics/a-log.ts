import type { Logger } from '@ops-admin/core';

/** A logger that keeps its lines. */
export function aLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}
