// What checks input, or shows what the interface shows, needs no server: this entry does not load Koa.
export * from './present/department.js';
export * from './schemas/describe-issue.js';
export * from './schemas/parsed-by.js';
