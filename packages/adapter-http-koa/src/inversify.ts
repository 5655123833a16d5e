// For programs with an Inversify container; the main entry needs none.
export { HTTP_APP, httpModule, MORE_ENDPOINTS, READINESS } from './http-module.js';
