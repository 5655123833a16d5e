// For programs with an Inversify container; the main entry needs none.
export { SQLITE, sqliteModule } from './sqlite-module.js';
