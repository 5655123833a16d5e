// For programs with an Inversify container; the main entry needs none.
export { keyFileModule } from './key-file-module.js';
