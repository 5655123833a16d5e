// What reads a configuration, or shows what the interface shows, needs no server: this entry loads neither Koa nor jose.
export * from './auth/jwt-policy.js';
export * from './auth/safe-url.js';
export * from './schemas/describe-issue.js';
export * from './schemas/parsed-by.js';
