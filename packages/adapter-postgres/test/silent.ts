import type { Logger } from '@ops-admin/core';

const say = () => {};

/** A log that nobody reads. */
export const silent: Logger = { debug: say, info: say, warn: say, error: say };
