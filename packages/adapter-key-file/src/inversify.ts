// For programs that have an Inversify container: nothing else here needs one.
export { keyFileModule } from './key-file-module.js';
