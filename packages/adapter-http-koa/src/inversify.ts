// For programs with an Inversify container; the main entry needs none.
export { HTTP_APP, httpModule, READINESS } from './http-module.js';
