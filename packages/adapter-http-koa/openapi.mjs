// Writes openapi.json, the description that the service answers with. A test holds the file to it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from './dist/endpoints/endpoints.js';
import { describeInterface } from './dist/openapi/describe-interface.js';

const FILE = join(import.meta.dirname, 'openapi.json');

writeFileSync(FILE, `${JSON.stringify(describeInterface(ENDPOINTS), null, 2)}\n`);
