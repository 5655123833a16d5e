// For programs with an Inversify container; the main entry needs none.
export { type OpenedStores, storesModule } from './stores-module.js';
