import * as runner from 'vitest';
import { levelStoreSuites } from '../suites.js';

levelStoreSuites(runner);
