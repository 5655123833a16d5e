// For programs with an Inversify container; the main entry needs none.
export { POSTGRES, postgresModule } from './postgres-module.js';
