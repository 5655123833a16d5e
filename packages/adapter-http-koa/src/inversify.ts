// For programs that have an Inversify container: nothing else here needs one.
export { HTTP_APP, httpModule, READINESS } from './http-module.js';
