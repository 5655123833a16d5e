import { levelStoreSuites } from '../suites.js';

// Without a runner the globals are taken, as mocha sets them, Jest too, and vitest with `globals`.
levelStoreSuites();
