export type { Answer, Changed, Client, ListRange, PermissionsOfUser } from './client.js';
export type { ClientOptions } from './client-options.js';
export { createClient } from './create-client.js';
export type { Aborted, ErrorAnswer, NoAnswer, NotSent, Problem } from './problem.js';
