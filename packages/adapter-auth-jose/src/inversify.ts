// For programs that have an Inversify container: nothing else here needs one.
export { LOCAL_TOKEN_ISSUER, tokensModule } from './tokens-module.js';
