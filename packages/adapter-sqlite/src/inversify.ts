// For programs that have an Inversify container: nothing else here needs one.
export { SQLITE, sqliteModule } from './sqlite-module.js';
