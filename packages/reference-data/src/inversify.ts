// For programs that have an Inversify container: nothing else here needs one.
export { REFERENCE_DATA, referenceDataModule } from './reference-data-module.js';
