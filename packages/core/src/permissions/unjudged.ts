import type { ActorRefused } from '../access/actor.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** The error of a change that was made on nobody's behalf, so that nobody can have been refused. */
export function unjudged(error: ActorRefused | StoreUnavailable): StoreUnavailable {
  if (error.type === 'actor-refused') throw new Error('nobody was to be judged');
  return error;
}
