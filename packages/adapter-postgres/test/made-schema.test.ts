import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { MADE_SCHEMA } from '../dist/made-schema.js';
import { POSTGRES_DIALECT } from '../dist/postgres-dialect.js';
import { ask } from './a-postgres.ts';
import { openTemporary } from './open-temporary.ts';

const FILE = join(import.meta.dirname, '../src/made-schema.ts');

describe('The schema that is known', () => {
  it('is what a new database has; WRITE_SCHEMA=1 writes it', async () => {
    const { drop, url } = await openTemporary();
    const rows = await ask<{ object: string; definition: string }>(
      url,
      `${POSTGRES_DIALECT.catalogue} order by 1`,
    );
    await drop();
    const made = Object.fromEntries(
      rows.map(({ definition, object }) => [object, definition.replaceAll(/\s+/g, ' ')]),
    );
    if (process.env.WRITE_SCHEMA === '1') {
      writeFileSync(FILE, `${HEAD}${JSON.stringify(made, null, 2)};\n`);
      return;
    }
    expect(made).to.deep.equal(MADE_SCHEMA);
  });
});

const HEAD = `/**
 * What this version makes in a database, by object (decision 6). Known here, and not made for the comparison, so that a role that
 * only reads can check. \`WRITE_SCHEMA=1\` makes its test write this anew; then \`biome check --write\`.
 */
export const MADE_SCHEMA: Readonly<Record<string, string>> = `;
