import { createRequire } from 'node:module';

export const VERSION: string = createRequire(import.meta.url)('@ops-admin/cli/package.json').version;
