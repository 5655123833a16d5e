// Facts about the URL of a database, without the libraries that connect to it.
export { shownPostgresUrl } from './shown-postgres-url.js';
