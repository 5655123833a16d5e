import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '..');

/** A copy of what decides over boundaries, so that files that break them never stand in the tree itself. */
describe('The boundaries between packages', () => {
  const packages = [
    'core',
    'testing',
    'store-sql',
    'adapter-sqlite',
    'adapter-postgres',
    'adapter-auth-jose',
    'adapter-geocoder',
    'adapter-http-koa',
    'reference-data',
    'client',
    'page',
    'service',
    'cli',
  ];
  let copy: string;

  before(() => {
    copy = mkdtempSync(join(tmpdir(), 'ops-admin-boundaries-'));
    for (const name of ['biome.json', '.gitignore', 'package.json', 'tsconfig.base.json', 'node_modules'])
      link(name);
    for (const name of packages) {
      for (const file of ['package.json', 'tsconfig.json', 'node_modules'])
        link(join('packages', name, file));
    }
    for (const [path, content] of Object.entries({ ...GOOD, ...BAD })) write(path, content);
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  function link(path: string): void {
    if (path.endsWith('node_modules')) symlinkSync(join(ROOT, path), join(copy, path));
    else cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }

  function write(path: string, content: string): void {
    cpSync(join(ROOT, 'package.json'), join(copy, path));
    writeFileSync(join(copy, path), content);
  }

  /** The output of a tool for each file of the copy. */
  function run(tool: string, args: readonly string[]): string {
    const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin', tool), args, {
      cwd: copy,
      encoding: 'utf8',
    });
    return stdout + stderr;
  }

  const GOOD = {
    'packages/core/src/good.ts':
      "import { ok } from 'neverthrow';\nimport { bad } from './other.js';\nok(bad);\n",
    'packages/testing/src/contracts/good.ts':
      "import assert from 'node:assert/strict';\nimport { port } from '@ops-admin/core/adapter';\nassert.ok(port);\n",
    'packages/store-sql/src/good.ts':
      "import { createHash } from 'node:crypto';\nimport { rejecting } from '@ops-admin/core/adapter';\nimport { good } from './other.js';\ngood(createHash, rejecting);\n",
    'packages/adapter-sqlite/src/store.ts':
      "import { sqlStores } from '@ops-admin/store-sql';\nsqlStores(1);\n",
    'packages/adapter-sqlite/src/good.ts':
      "import { port } from '@ops-admin/core/adapter';\nimport Database from 'better-sqlite3';\nnew Database(port.name);\n",
    'packages/adapter-postgres/src/good.ts':
      "import { port } from '@ops-admin/core/adapter';\nimport { Pool } from 'pg';\nnew Pool({ application_name: port.name });\n",
    'packages/client/src/good.ts':
      "import type { Endpoint } from '@ops-admin/adapter-http-koa';\nimport { ok } from 'neverthrow';\nexport const good = (endpoint: Endpoint) => ok(fetch(endpoint.path));\n",
    'packages/page/src/good.ts':
      "import { createClient } from '@ops-admin/client';\nimport { render } from 'preact';\nimport { useState } from 'preact/hooks';\nrender(createClient, useState);\n",
    'packages/service/src/compose.ts':
      "import { openDatabase } from '@ops-admin/adapter-sqlite';\nimport { Container } from 'inversify';\nopenDatabase(new Container());\n",
    'packages/service/src/metrics/good.ts':
      "import { REFUSALS } from '@ops-admin/core/adapter';\nimport { Registry } from '@prometheus-io/client';\nnew Registry(REFUSALS);\n",
    'packages/cli/src/good.ts':
      "import { createClient } from '@ops-admin/client';\nimport { port } from '@ops-admin/core/operations';\nimport { compose } from '@ops-admin/service';\nimport { shownPlace } from '@ops-admin/service/config';\ncompose(port, shownPlace, createClient);\n",
  };
  const BAD = {
    'packages/core/src/circle.ts':
      "import type { Other } from './other-circle.js';\nexport interface Circle {\n  readonly other: Other;\n}\n",
    'packages/core/src/other-circle.ts':
      "import type { Circle } from './circle.js';\nexport interface Other {\n  readonly circle: Circle;\n}\n",
    'packages/core/src/node.ts': "import { readFileSync } from 'node:fs';\nreadFileSync('x');\n",
    'packages/core/src/library.ts': "import { Container } from 'inversify';\nnew Container();\n",
    'packages/core/src/adapter.ts': "import { x } from '@ops-admin/adapter-sqlite';\nx();\n",
    'packages/core/src/adapter-by-path.ts': "import { x } from '../../adapter-sqlite/src/index.js';\nx();\n",
    'packages/testing/src/contracts/chai.ts': "import { expect } from 'chai';\nexpect(1);\n",
    'packages/testing/src/in-memory/node.ts': "import assert from 'node:assert/strict';\nassert.ok(1);\n",
    'packages/testing/src/contracts/inside.ts':
      "import { PermissionSet } from '../../../core/src/permissions/permission-set.js';\nPermissionSet.of([]);\n",
    'packages/testing/src/adapter.ts':
      "import type { X } from '@ops-admin/adapter-sqlite';\nexport type Y = X;\n",
    'packages/service/src/fake.ts': "import { anId } from '@ops-admin/testing';\nanId(1);\n",
    'packages/store-sql/src/adapter.ts': "import { x } from '@ops-admin/adapter-sqlite';\nx();\n",
    'packages/store-sql/src/adapter-by-path.ts':
      "import { x } from '../../adapter-postgres/src/index.js';\nx();\n",
    'packages/store-sql/src/library.ts': "import Database from 'better-sqlite3';\nnew Database();\n",
    'packages/core/src/store.ts': "import { x } from '@ops-admin/store-sql';\nx();\n",
    'packages/adapter-geocoder/src/store-by-path.ts':
      "import { x } from '../../store-sql/src/index.js';\nx();\n",
    'packages/adapter-sqlite/src/sibling.ts': "import { x } from '@ops-admin/adapter-geocoder';\nx();\n",
    'packages/adapter-postgres/src/sibling.ts': "import { x } from '@ops-admin/adapter-sqlite';\nx();\n",
    'packages/adapter-postgres/src/sibling-by-path.ts':
      "import { x } from '../../adapter-sqlite/src/index.js';\nx();\n",
    'packages/adapter-geocoder/src/sibling-by-path.ts':
      "import { x } from '../../adapter-sqlite/src/index.js';\nx();\n",
    'packages/adapter-auth-jose/src/sibling.ts': "import { x } from '@ops-admin/adapter-http-koa';\nx();\n",
    'packages/adapter-http-koa/src/sibling.ts': "import { x } from '@ops-admin/adapter-auth-jose';\nx();\n",
    'packages/adapter-geocoder/src/reference.ts': "import { x } from '@ops-admin/reference-data';\nx();\n",
    'packages/adapter-geocoder/src/reference-by-path.ts':
      "import { x } from '../../reference-data/src/index.js';\nx();\n",
    'packages/reference-data/src/sibling.ts': "import { x } from '@ops-admin/adapter-geocoder';\nx();\n",
    'packages/adapter-http-koa/src/upward.ts': "import { x } from '../../cli/src/main.js';\nx();\n",
    'packages/service/src/metrics/sibling.ts': "import { x } from '@ops-admin/adapter-http-koa';\nx();\n",
    'packages/service/src/metrics/service.ts': "import { x } from '../compose.js';\nx();\n",
    'packages/adapter-sqlite/src/container.ts': "import { Container } from 'inversify';\nnew Container();\n",
    'packages/adapter-sqlite/src/undeclared.ts': "import Koa from 'koa';\nnew Koa();\n",
    'packages/adapter-sqlite/src/fake.ts': "import { anId } from '@ops-admin/testing';\nanId(1);\n",
    'packages/adapter-sqlite/src/core-by-path.ts':
      "import { port } from '../../core/src/index.js';\nport('x');\n",
    'packages/service/src/upward.ts': "import { x } from '../../cli/src/main.js';\nx();\n",
    'packages/service/src/adapter-by-path.ts':
      "import { x } from '../../adapter-sqlite/src/index.js';\nx();\n",
    'packages/adapter-http-koa/src/service.ts': "import { x } from '@ops-admin/service';\nx();\n",
    'packages/core/src/service.ts': "import { x } from '@ops-admin/service';\nx();\n",
    'packages/service/src/store.ts': "import { x } from '@ops-admin/core/adapter';\nx();\n",
    'packages/core/src/all.ts': "export * from './result.js';\n",
    'packages/service/src/client.ts': "import { x } from '@ops-admin/client';\nx();\n",
    'packages/client/src/interface.ts': "import { x } from '@ops-admin/adapter-http-koa';\nx();\n",
    'packages/client/src/core.ts': "import { x } from '@ops-admin/core';\nx();\n",
    'packages/client/src/core-by-path.ts':
      "import type { X } from '../../core/src/index.js';\nexport type Y = X;\n",
    'packages/client/src/fake.ts': "import type { X } from '@ops-admin/testing';\nexport type Y = X;\n",
    'packages/client/src/library.ts': "import type { X } from 'valibot';\nexport type Y = X;\n",
    'packages/client/src/node.ts': "import { readFileSync } from 'node:fs';\nreadFileSync('x');\n",
    'packages/client/src/global.ts': 'export const pid = process.pid;\n',
    'packages/page/src/core.ts': "import { ok } from '@ops-admin/core';\nok(1);\n",
    'packages/page/src/interface.ts':
      "import type { X } from '@ops-admin/adapter-http-koa';\nexport type Y = X;\n",
    'packages/page/src/client-by-path.ts': "import { x } from '../../client/src/index.js';\nx();\n",
    'packages/page/src/node.ts': "import { readFileSync } from 'node:fs';\nreadFileSync('x');\n",
    'packages/page/src/library.ts': "import { ok } from 'neverthrow';\nok(1);\n",
    'packages/cli/src/container.ts': "import { Container } from 'inversify';\nnew Container();\n",
    'packages/cli/src/metadata.ts': "import 'reflect-metadata';\n",
    'packages/cli/src/client-by-path.ts': "import { x } from '../../client/src/index.js';\nx();\n",
    'packages/cli/src/service-by-path.ts': "import { x } from '../../service/src/index.js';\nx();\n",
    'packages/cli/src/serve.ts': "import { x } from '@ops-admin/adapter-postgres/config';\nx();\n",
    'packages/cli/src/adapter-by-path.ts': "import { x } from '../../adapter-sqlite/src/index.js';\nx();\n",
    'packages/cli/src/commands/reference.ts': "import { x } from '@ops-admin/reference-data';\nx();\n",
    'packages/cli/src/commands/adapter.ts':
      "import { openDatabase } from '@ops-admin/adapter-sqlite';\nopenDatabase('x');\n",
  };

  describe('in the settings of Biome', () => {
    let complaints: string;
    before(() => {
      complaints = run('biome', ['lint', '--reporter=github', '--max-diagnostics=none', 'packages']);
    });
    const boundary =
      /noRestricted(Imports|Globals)|noImportCycles|noReExportAll|noNodejsModules|noUndeclaredDependencies/;
    const about = (path: string) =>
      complaints.split('\n').filter((line) => line.includes(`${path},`) && boundary.test(line));

    for (const path of Object.keys(BAD)) {
      it(`refuse ${path}`, () => {
        expect(about(path)).to.not.deep.equal([]);
      });
    }
    for (const path of Object.keys(GOOD)) {
      it(`allow ${path}`, () => {
        expect(about(path)).to.deep.equal([]);
      });
    }
  });

  it('hide Node and the DOM from core at compile time', () => {
    const outside = ['process.pid', 'Buffer.alloc(1)', 'fetch', 'document', 'setTimeout', 'console.log'];
    write(
      'packages/core/src/globals.ts',
      outside.map((name, n) => `export const x${n}: unknown = ${name};`).join('\n'),
    );
    // Alone: the other files import adapters, whose types bring those of Node.
    write(
      'packages/core/tsconfig.globals.json',
      JSON.stringify({ extends: './tsconfig.json', include: ['src/globals.ts'] }),
    );
    const complaints = run('tsc', ['-p', 'packages/core/tsconfig.globals.json', '--noEmit']);
    for (const line of outside.keys()) expect(complaints).to.include(`src/globals.ts(${line + 1},`);
  });
});
