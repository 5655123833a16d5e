// What can be said of a database without the libraries that reach it.
export { shownPostgresUrl } from './shown-postgres-url.js';
