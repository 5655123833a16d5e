// For programs with an Inversify container; the main entry needs none.
export { LOCAL_TOKEN_ISSUER, tokensModule } from './tokens-module.js';
