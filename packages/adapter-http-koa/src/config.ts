// What checks input needs no server: this entry does not load Koa.
export * from './schemas/describe-issue.js';
export * from './schemas/origin-of.js';
export * from './schemas/parsed-by.js';
