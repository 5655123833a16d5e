// For programs with an Inversify container; the main entry needs none.
export { REFERENCE_DATA, referenceDataModule } from './reference-data-module.js';
