// What can be said of a database without the libraries that reach it.
export * from './shown-postgres-url.js';
