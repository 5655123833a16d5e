/**
 * How long a request has waited until now: for its turn, a connection, a lock, an answer. A store lets it wait for as much less, so that
 * several waits are five seconds together (decision 20, "19.").
 */
export interface Patience {
  /** Milliseconds, with the waits that still go on. */
  readonly spent: number;
  /** Begins a wait; call the result when that is over. Waits at the same time count once. */
  wait(): () => void;
  /** Forgets what was waited: a change is made, or large work was answered, and what follows it has time of its own. */
  renew(): void;
}

/** Gives the patience of the request that a call is part of; `undefined` if it is part of none. */
export type PatienceOf = () => Patience | undefined;
