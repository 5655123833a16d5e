import * as v from 'valibot';
import { answerObject } from './answer-object.js';

/** The settings for sign-in on the page, and for marking admins and readers. */
export interface PageConfigJson {
  /** Where people sign in; `null` if a token is pasted. */
  readonly signIn: PageSignInJson | null;
  readonly adminPermission: string;
  readonly readerPermission: string;
}

/** How people sign in at an OpenID provider. */
export interface PageSignInJson {
  readonly issuer: string;
  readonly clientId: string;
  /** Asked for in addition to `openid`. */
  readonly scopes: readonly string[];
  /** The address of the service, which the token is for. */
  readonly resource: string;
}

export const PAGE_CONFIG: v.GenericSchema<PageConfigJson> = answerObject<PageConfigJson>({
  signIn: v.pipe(
    v.nullable(
      answerObject<PageSignInJson>({
        issuer: v.pipe(v.string(), v.description('The OpenID provider.')),
        clientId: v.pipe(v.string(), v.description('The client id of the page at that provider.')),
        scopes: v.pipe(
          v.array(v.string()) as v.GenericSchema<readonly string[]>,
          v.description('Scopes that it requests in addition to `openid`.'),
        ),
        resource: v.pipe(
          v.string(),
          v.description('The address of the service, without a slash at the end: the resource of the token.'),
        ),
      }),
    ),
    v.description('Where people sign in; `null` if a token is pasted.'),
  ),
  adminPermission: v.pipe(v.string(), v.description('The permission that makes a user an admin.')),
  readerPermission: v.pipe(v.string(), v.description('The permission that makes a user a reader.')),
});
