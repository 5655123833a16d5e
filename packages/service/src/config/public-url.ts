import { parsedBy } from '@ops-admin/adapter-http-koa/schemas';
import { err, ok, type Result } from '@ops-admin/core';
import * as v from 'valibot';
import { originOf } from './origin-of.js';
import { parsePlainUrl } from './values.js';

/** The URL where clients reach the service, to which a path can be added: a slash at the end is ignored. */
export function publicUrl(): v.GenericSchema<string, string> {
  return v.pipe(
    v.string(),
    parsedBy(parsePublicUrl, 'must be an http or https URL without user name, password, query and fragment'),
  );
}

function parsePublicUrl(text: string): Result<string, undefined> {
  const url = /^https?:\/\/[^\s?#]+$/i.test(text) ? parsePlainUrl(text) : undefined;
  return url && originOf(text) !== undefined ? ok(url.href.replace(/\/$/, '')) : err(undefined);
}
