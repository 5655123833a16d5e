import * as runner from 'node:test';
import { levelStoreSuites } from '../suites.js';

levelStoreSuites(runner);
