// For checking input without a server: this entry does not load Koa.
export { describeIssue } from './schemas/describe-issue.js';
export { type ListRangeSchemas, listRangeOf } from './schemas/list-range.js';
export { namedFreely } from './schemas/named-freely.js';
export { originOf } from './schemas/origin-of.js';
export { parsedBy, percentDecoded } from './schemas/parsed-by.js';
