// Schemas for the input of an endpoint of your own: this entry does not load Koa.
export { type ListRangeSchemas, listRangeOf } from './schemas/list-range.js';
export { namedFreely } from './schemas/named-freely.js';
export { parsedBy, percentDecoded } from './schemas/parsed-by.js';
