export { MIGRATIONS } from './migrations/index.js';
export * from './open-database.js';
export * from './sqlite-audit-log.js';
export * from './sqlite-department-repository.js';
export * from './sqlite-health-probe.js';
export * from './sqlite-module.js';
export * from './sqlite-organisation.js';
export * from './sqlite-permission-store.js';
export * from './sqlite-user-directory.js';
