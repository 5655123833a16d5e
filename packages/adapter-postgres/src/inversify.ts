// For programs that have an Inversify container: nothing else here needs one.
export { POSTGRES, postgresModule } from './postgres-module.js';
