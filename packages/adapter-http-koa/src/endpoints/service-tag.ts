import type { Tag } from '../endpoint.js';

/** The endpoints of the service itself. */
export const SERVICE: Tag = { name: 'Service', description: 'The service itself; needs no token.' };
