import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { expect } from 'chai';
import { build } from 'esbuild';
import { publint } from 'publint';
import { useAdminEndpoint } from './clean-room/admin-endpoint.ts';
import { billOfMaterials } from './clean-room/bill-of-materials.ts';
import { ADAPTER, CleanRoom, RegistryUnreachable } from './clean-room/clean-room.ts';
import { useOwnService } from './clean-room/own-service.ts';
import { PACKAGE_MANAGERS } from './clean-room/package-managers.ts';
import { packagesIn } from './clean-room/packages-in.ts';
import { type PackedPackage, ROOT, readManifest, workspacePackages } from './clean-room/packed-package.ts';
import { readmeCode } from './clean-room/readme-code.ts';
import { outputOf, run } from './clean-room/run.ts';
import { statusOf, whileServed } from './clean-room/served.ts';
import {
  FOR_BUNDLER,
  FOR_NODE,
  FOR_NODE_QUICKLY,
  TYPESCRIPT_6,
  TYPESCRIPT_7,
  typeCheck,
} from './clean-room/type-check.ts';

// `.ci/run` runs this file, and a release does; mocha does not find it by itself: it takes as long as half of all tests.

/** Core for a browser, minified and compressed, with neverthrow. */
const CORE_LIMIT = 8_192;

/** A program that uses the client, with mistakes that the compiler has to find. */
const CLIENT_PROGRAM = `
import { type AuditEntry, type Client, createClient, type Problem } from '@ops-admin/client';

const client: Client = createClient({
  baseUrl: 'https://ops.example.org',
  token: async () => 'a-token',
  signal: AbortSignal.timeout(1_000),
  fetch,
});
// @ts-expect-error There is no end.
void client.listDepartments({ start: 0 });
// @ts-expect-error There is no such action.
void client.listAudit({ action: 'rename' });
// @ts-expect-error It takes nothing but a signal.
void client.showSession({ start: 0 });

export async function entries(): Promise<readonly AuditEntry[] | Problem> {
  const listed = await client.listAudit({ since: '2026-01-01T00:00:00Z', before: undefined });
  return listed.match(({ entries }) => entries, (problem) => problem);
}

export async function manager(): Promise<string | undefined> {
  const listed = await client.listDepartments({ start: 0, end: 10 });
  if (listed.isOk()) return listed.value.departments[0]?.manager?.personalInformation.name;
  const { error } = listed;
  // @ts-expect-error Only an answer has a request id.
  void error.requestId;
  if (error.code === 'UNAUTHORIZED') return String(error.status.toFixed() + error.requestId);
  switch (error.type) {
    case 'error-answer': return error.code;
    case 'no-answer': return error.status?.toFixed();
    case 'aborted':
    case 'not-sent': return error.message;
  }
}

export async function entryOf(): Promise<number | undefined> {
  const members = { userId: '65a100000000000000000002', permissions: ['service.tickets.*'], reason: 'left' };
  return (await client.removePermissions(members)).map(({ entry }) => entry).unwrapOr(undefined);
}
`;

/** The examples that are programs of Node.js. */
const PROGRAMS = [
  'build-service',
  'embed-core',
  'level-store',
  'mariadb-store',
  'outbox',
  'own-adapter',
  'own-routes',
];

/** The programs of examples/frameworks; that of Nest is built first. */
const FRAMEWORKS = { Express: 'express.js', Fastify: 'fastify.js', Hono: 'hono.js', Nest: 'dist/nest.js' };

const ADMIN_ID = '65a100000000000000000001';
const USER_ID = '65a100000000000000000002';
const OTHER_ADMIN_ID = '65a100000000000000000003';

describe('The packages, installed outside the workspace', () => {
  const room = new CleanRoom();
  const manifests = workspacePackages().map(({ manifest }) => manifest);
  const importable = manifests.filter(({ exports = {} }) => '.' in exports).map(({ name }) => name);

  before(async function () {
    this.timeout(300_000);
    try {
      await room.open();
    } catch (error) {
      if (!(error instanceof RegistryUnreachable)) throw error;
      console.warn(`skipped, the npm registry cannot be reached:\n${error.message}`);
      this.skip();
    }
  });
  after(() => room.close());

  const packed = (name: string): PackedPackage => {
    const found = room.packages.find(({ manifest }) => manifest.name === name);
    if (!found) throw new Error(`${name} was not packed`);
    return found;
  };

  for (const { name } of manifests) {
    describe(name, () => {
      const files = (): string[] => filesBelow(room.installed(name));

      it('passes publint', async () => {
        const tarball = new Uint8Array(readFileSync(packed(name).tarball)).buffer;
        const { messages } = await publint({ pack: { tarball }, strict: true });
        expect(messages).to.deep.equal([]);
      });

      it('has a manifest that describes it, without references to the workspace', () => {
        const manifest = readManifest(room.installed(name));
        expect(manifest).to.include({ license: 'MIT', type: 'module' });
        expect(manifest).to.have.nested.property('engines.node', '>=22.19.0');
        for (const field of ['description', 'keywords', 'files']) expect(manifest[field]).to.not.be.empty;
        expect(JSON.stringify(manifest)).to.not.match(/workspace:|catalog:|link:|file:/);
      });

      it('contains its README and licence, and no build files', () => {
        expect(files()).to.include.members(['LICENSE', 'README.md', 'package.json']);
        const stray = /\.tsbuildinfo$|(^|\/)build\.|\.test\.|^(test|node_modules)\//;
        expect(files().filter((file) => stray.test(file))).to.deep.equal([]);
      });

      it('names no page that is missing in an installed core', () => {
        const pages = join(room.installed('@ops-admin/core'), 'docs');
        const named = files()
          .filter((file) => /^README\.md$|\.d\.ts$/.test(file))
          .flatMap((file) => [
            ...readFileSync(join(room.installed(name), file), 'utf8').matchAll(
              /docs\/((?:adr\/)?[\w-]+\.md)/g,
            ),
          ])
          .map(([, page = '']) => page);
        expect(named.filter((page) => !existsSync(join(pages, page)))).to.deep.equal([]);
      });

      it('contains the source of every map', () => {
        const folder = room.installed(name);
        const maps = files().filter((file) => file.endsWith('.map'));
        expect(maps.length > 0, 'maps').to.equal(importable.includes(name));
        const missing = maps.filter((map) => {
          const { sources } = JSON.parse(readFileSync(join(folder, map), 'utf8')) as { sources: string[] };
          return !sources.every((source) => existsSync(join(folder, dirname(map), source)));
        });
        expect(missing).to.deep.equal([]);
      });

      it('imports exactly its declared dependencies', () => {
        const { dependencies, peerDependencies } = readManifest(room.installed(name));
        const declared = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
        const code = files().filter((file) => /^(dist|bin|bundle)\/.*\.(js|d\.ts)$/.test(file));
        const undeclared = code.flatMap((file) =>
          packagesIn(readFileSync(join(room.installed(name), file), 'utf8'))
            .filter((imported) => !declared.includes(imported))
            .map((imported) => `${file}: ${imported}`),
        );
        expect(undeclared).to.deep.equal([]);
      });

      it('agrees with its README', async () => {
        const { installs, scripts } = readmeCode(join(packed(name).folder, 'README.md'));
        expect(installs).to.include(name);
        expect(scripts).to.not.be.empty;
        const cwd = join(room.project, 'readme', name);
        mkdirSync(cwd, { recursive: true });
        for (const [n, { language, prints, text }] of scripts.entries()) {
          const file = `${n}.${language}`;
          writeFileSync(join(cwd, file), text);
          const imported = language === 'js' ? packagesIn(text) : [];
          expect(installs, 'the line npm install').to.include.members(imported);
          const [command, args]: [string, string[]] =
            language === 'js' ? [process.execPath, [file]] : ['bash', ['-euo', 'pipefail', file]];
          const output = await outputOf(command, args, { cwd });
          if (language === 'js') expect(output.trimEnd().split('\n')).to.deep.equal(prints);
        }
      });
    });
  }

  for (const name of importable) {
    it(`${name} has correct types for ES modules and bundlers`, async () => {
      const tarball = new Uint8Array(readFileSync(packed(name).tarball));
      const analysis = await checkPackage(createPackageFromTarballData(tarball));
      if (!analysis.types) throw new Error('no types');
      // The packages are ES modules. `require` takes those on every Node.js they run on, and Node 10 knew no `exports`.
      const old = ['node10', 'node16-cjs'];
      const problems = analysis.problems.filter(
        (problem) => !('resolutionKind' in problem && old.includes(problem.resolutionKind)),
      );
      expect(problems).to.deep.equal([]);
    });
  }

  describe('in projects', () => {
    it('core runs without other packages', async () => {
      const script =
        "import { PermissionSet } from '@ops-admin/core';" +
        "console.log(PermissionSet.of(['service.a.b', 'service.c']).remove(['service.a.*']).removed.join());";
      const output = await outputOf(process.execPath, ['--input-type=module', '-e', script], {
        cwd: room.bare,
      });
      expect(output).to.equal('service.a.b\n');
    });

    it('CommonJS can require each of them', async () => {
      const script = `console.log(${JSON.stringify(importable)}.map((name) => typeof require(name)).join())`;
      const args = ['--no-warnings', '--input-type=commonjs', '-e', script];
      const output = await outputOf(process.execPath, args, { cwd: room.project });
      expect(output).to.equal(`${importable.map(() => 'object').join()}\n`);
    });

    it('core and testing need no types of Node.js, a browser or a test runner', async () => {
      const entries = ['core', 'core/adapter', 'testing', 'testing/contracts'];
      writeFileSync(
        join(room.tests, 'all.ts'),
        entries.map((entry, n) => `export * as x${n} from '@ops-admin/${entry}';\n`).join(''),
      );
      for (const compiler of [TYPESCRIPT_6, TYPESCRIPT_7]) {
        await typeCheck(compiler, room.tests, { ...FOR_NODE, types: [] }, ['all.ts']);
      }
    });

    for (const [title, compiler, options] of [
      ['TypeScript 7 for a bundler, with all that libraries declare', TYPESCRIPT_7, FOR_BUNDLER],
      ['TypeScript 7 for Node.js, with all that libraries declare', TYPESCRIPT_7, FOR_NODE],
      ['TypeScript 6 for Node.js', TYPESCRIPT_6, FOR_NODE_QUICKLY],
    ] as const) {
      it(`the examples and READMEs pass ${title}`, async () => {
        const entries = ['core/adapter', 'core/operations', 'testing', 'testing/contracts'].map(
          (name) => `export * from '@ops-admin/${name}';\n`,
        );
        writeFileSync(join(room.project, 'entries.ts'), entries.join(''));
        const programs = PROGRAMS.map((name) => `examples/${name}/*.js`);
        const include = [...programs, 'readme/**/*.js', 'entries.ts'];
        await typeCheck(compiler, room.project, options, include);
      });
    }

    it('this test knows every example', () => {
      expect(readdirSync(join(ROOT, 'examples')).sort()).to.deep.equal(
        ['README.md', ...PROGRAMS, 'frameworks', 'own-service', 'webhooks'].sort(),
      );
    });

    it('the service contains the files of its page', () => {
      const files = readdirSync(join(room.project, 'node_modules/@ops-admin/page/dist/files'));
      expect(files).to.include('index.html.gz');
    });

    for (const file of ['README.md', 'docs/embedding.md']) {
      it(`the programs in ${file} print the output on the page`, async () => {
        const programs = readmeCode(join(ROOT, file)).scripts.filter(({ language }) => language === 'ts');
        expect(programs).to.not.be.empty;
        const cwd = join(room.project, 'readme', file);
        mkdirSync(cwd, { recursive: true });
        for (const { prints, text } of programs) {
          writeFileSync(join(cwd, 'program.ts'), text);
          const output = await outputOf(process.execPath, ['program.ts'], { cwd });
          expect(output.trimEnd().split('\n')).to.deep.equal(prints);
        }
      });
    }

    for (const [manager, install] of Object.entries(PACKAGE_MANAGERS)) {
      it(`${manager} installs them, and a program runs, also joined into one file`, async () => {
        const program = readmeCode(join(ROOT, 'docs/embedding.md')).scripts.find(({ text }) =>
          text.includes("'./ops-admin.db'"),
        );
        if (!program) throw new Error('the page has no such program');
        const adapters = ['@ops-admin/adapter-sqlite', '@ops-admin/adapter-auth-jose'];
        const project = await install(room, ['@ops-admin/core', ...adapters]);
        writeFileSync(join(project.folder, 'program.mjs'), program.text);
        const printed = async (file: string) => (await project.run(file)).trimEnd().split('\n');
        expect(await printed('program.mjs')).to.deep.equal(program.prints);
        // esbuild finds nothing in the archives of Plug'n'Play without its own plugin.
        if (!existsSync(join(project.folder, 'node_modules'))) return;
        await build({
          absWorkingDir: project.folder,
          entryPoints: ['program.mjs'],
          outfile: 'out/program.mjs',
          bundle: true,
          platform: 'node',
          format: 'esm',
          external: ['better-sqlite3'],
          banner: {
            js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
          },
          logLevel: 'error',
        });
        expect(await printed('out/program.mjs')).to.deep.equal(program.prints);
      });
    }

    it('the copy of examples/own-service compiles, passes its test and serves, also in its image', async () => {
      const clone = join(room.folder, 'ops-admin');
      const release = join(clone, 'release');
      mkdirSync(release, { recursive: true });
      symlinkSync(join(ROOT, 'examples'), join(clone, 'examples'));
      symlinkSync(dirname(room.tarballOf('@ops-admin/core')), join(release, 'tarballs'));
      const lines = readmeCode(join(ROOT, 'docs/embedding.md')).scripts.find(({ text }) =>
        text.includes('cp -r examples/own-service'),
      );
      // The page packs first, and serves last.
      const [, ...typed] = lines?.text.trimEnd().split('\n').slice(0, -1) ?? [];
      const said = await outputOf('bash', ['-euo', 'pipefail', '-c', typed.join('\n')], { cwd: clone });
      expect(said).to.match(/pass 5\n/);
      const made = join(room.folder, 'my-service');
      await outputOf('npm', ['run', 'check'], { cwd: made });
      await useOwnService(made);

      const [install] = typed.filter((line) => line.startsWith('npm install'));
      cpSync(join(release, 'tarballs'), join(made, 'tarballs'), { recursive: true, dereference: true });
      const local = install?.replace('../ops-admin/release/', './') ?? '';
      await outputOf('bash', ['-c', local], { cwd: made });
      const image = join(room.folder, 'my-image');
      const data = join(image, 'data');
      mkdirSync(data, { recursive: true });
      for (const file of ['package.json', 'package-lock.json', '.npmrc', 'tarballs', 'src'])
        cpSync(join(made, file), join(image, file), { recursive: true });
      await outputOf('npm', ['ci', '--omit=dev'], { cwd: image });
      // No image has what compiles it.
      expect(existsSync(join(image, 'node_modules/better-sqlite3/build')), 'compiled').to.equal(false);
      await useOwnService(image, data);
    });

    it('a plain script uses the rules', async () => {
      const output = await outputOf(process.execPath, ['permissions.js'], exampleIn('embed-core'));
      expect(output.split('\n').slice(0, 4)).to.deep.equal([
        'removed: service.users, service.users.read',
        'left: service.user.read',
        "'Head office': Lima",
        "'Atlantis': location-not-found",
      ]);
    });

    it('an adapter from outside passes its contract under mocha and Jest', async () => {
      const options = exampleIn('own-adapter');
      expect(await outputOf('npm', ['run', 'test:mocha'], options)).to.match(/7 passing/);
      const { code, output } = await run('npm', ['run', 'test:jest'], options);
      expect(output).to.match(/Tests: +7 passed, 7 total/);
      expect(code, output).to.equal(0);
    });

    it('a store from outside passes its contracts under mocha, vitest and node:test', async () => {
      const runs = [
        ['test:mocha', /(\d+) passing/],
        ['test:vitest', /Tests +(\d+) passed/],
        ['test:node', /pass (\d+)\n/],
      ] as const;
      const options = { ...exampleIn('level-store'), env: { NO_COLOR: '1' } };
      const passed = await Promise.all(
        runs.map(async ([script, count]) => {
          const output = await outputOf('npm', ['run', script], options);
          return Number(count.exec(output)?.[1]);
        }),
      );
      expect(passed[0]).to.be.above(60);
      expect(passed, 'the same tests').to.deep.equal(Array(3).fill(passed[0]));
    });

    it('a dialect from outside passes every contract, where MariaDB is installed', async () => {
      const { code, output } = await run('npm', ['test'], exampleIn('mariadb-store'));
      expect(output).to.match(/[12]\d\d passing|skipped: there is no MariaDB/);
      expect(code, output).to.equal(0);
    });

    it('the audit log works as an outbox, also after a process was killed', async () => {
      expect(await outputOf('npm', ['test'], exampleIn('outbox'))).to.match(/pass 1\n/);
    });

    it('the audit log becomes webhooks that the library of their specification verifies', async () => {
      expect(await outputOf('npm', ['test'], exampleIn('webhooks'))).to.match(/pass 1\n/);
    });

    it('the service can be composed in fewer than 30 lines', async () => {
      const { cwd } = exampleIn('build-service');
      expect(readFileSync(join(cwd, 'service.js'), 'utf8').trimEnd().split('\n')).to.have.length.below(30);
      const token = await tokenOfAdmin(cwd, 'service.admin.access');
      await whileServed(cwd, 'service.js', async (url) => {
        expect(await statusOf(`${url}/health/ready`)).to.equal(200);
        const headers = { authorization: `Bearer ${token}` };
        const found = await fetch(`${url}/geo-locations/address/LIM`, { headers });
        expect(await found.json()).to.have.nested.property('data.address.country', 'PE');
        expect(await statusOf(`${url}/department/list/0/0`, headers)).to.equal(200);
      });
    });

    it('the service runs below a path of another Koa app, next to its routes', async () => {
      const { cwd } = exampleIn('own-routes');
      const admin = { authorization: `Bearer ${await tokenOfAdmin(cwd, 'service.tickets.admin')}` };
      const user = { authorization: `Bearer ${await tokenOf(cwd, USER_ID, [])}` };
      await whileServed(cwd, 'app.js', async (url) => {
        expect(await statusOf(`${url}/admin/department/hierarchy`, admin)).to.equal(200);
        expect(await statusOf(`${url}/admin/department/hierarchy`)).to.equal(401);
        expect(await statusOf(`${url}/admin/unknown`)).to.equal(404);
        for (const path of ['/admin/openapi.json', '/admin/docs', '/admin/docs/swagger-ui-bundle.js']) {
          expect(await statusOf(`${url}${path}`), path).to.equal(200);
        }

        expect(await statusOf(`${url}/health/live`), 'outside of /admin').to.equal(404);
        const rate = async (rating: unknown, headers: Record<string, string> = {}) => {
          const json = { ...headers, 'content-type': 'application/json' };
          const body = JSON.stringify({ rating });
          return (await fetch(`${url}/tickets/7/feedback`, { method: 'PUT', headers: json, body })).status;
        };
        expect([await rate(5), await rate(6, user), await rate(1, user), await rate(4, user)]).to.deep.equal([
          401, 400, 204, 204,
        ]);
        expect(await statusOf(`${url}/feedback`, user)).to.equal(403);
        const listed = await fetch(`${url}/feedback`, { headers: admin });
        expect(await listed.json()).to.deep.equal({ feedback: [{ ticket: '7', user: USER_ID, rating: 4 }] });
      });
    });

    describe('next to a framework', () => {
      const modules = Object.keys(FRAMEWORKS).map((name) => name.toLowerCase());
      let cwd: string;
      let admin: string;
      let user: string;
      before(async () => {
        ({ cwd } = exampleIn('frameworks'));
        await outputOf('npm', ['run', 'build'], { cwd });
        admin = await tokenOfAdmin(cwd, 'service.admin.access');
        user = await tokenOf(
          cwd,
          USER_ID,
          modules.map((module) => `service.${module}.read`),
        );
      });

      for (const [name, program] of Object.entries(FRAMEWORKS)) {
        it(`${name} identifies its callers, and closes the database when it is stopped`, async () => {
          await whileServed(cwd, program, async (url) => {
            expect(existsSync(join(cwd, 'ops-admin.db-wal'))).to.equal(true);
            await useAdminEndpoint(url, { admin, user, userId: USER_ID }, name.toLowerCase());
          });
          expect(existsSync(join(cwd, 'ops-admin.db-wal'))).to.equal(false);
        });
      }

      it("the admin's access is checked again during the write", async () => {
        const other = await tokenOf(cwd, OTHER_ADMIN_ID, ['service.admin.access']);
        const script = `
          import { orThrow } from '@ops-admin/core';
          import { adminOf, answerTo, removePermissions } from './parts.js';
          const admin = orThrow(await adminOf(new Headers({ authorization: 'Bearer ${admin}' })));
          const other = orThrow(await adminOf(new Headers({ authorization: 'Bearer ${other}' })));
          for (const [by, { userId }] of [[admin, other], [other, admin]]) {
            const permissions = ['service.admin.access'];
            const { body, status } = answerTo(await removePermissions(by, { userId, permissions }));
            console.log(status, body.error?.type ?? body.removed.join());
          }`;
        const output = await outputOf(process.execPath, ['--input-type=module', '-e', script], { cwd });
        expect(output).to.equal('200 service.admin.access\n403 actor-refused\n');
      });
    });

    it('the command includes the licences of bundled libraries', () => {
      const licences = readFileSync(join(room.installed('@ops-admin/cli'), 'bundle/LICENSES.txt'), 'utf8');
      expect(licences)
        .to.match(/^inversify$/m)
        .and.include('MIT License');
    });

    it('the command has a manual page, where npm looks for it', () => {
      const folder = room.installed('@ops-admin/cli');
      const { man } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        man: readonly [string];
      };
      expect(readFileSync(join(folder, man[0]), 'utf8')).to.match(/^\.TH OPS\\-ADMIN 1 /);
    });

    it('the command runs', async () => {
      const options = { cwd: room.project };
      const help = await outputOf('npx', ['--no', 'ops-admin', '--', '--help'], options);
      expect(help).to.match(/^Usage: ops-admin /);
      const version = await outputOf('npx', ['--no', 'ops-admin', '--', '--version'], options);
      expect(version).to.equal(`${readManifest(room.installed('@ops-admin/cli')).version}\n`);
    });
  });

  /** The packages in a project. */
  const packagesOf = (project: string): string[] => {
    const lock = readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, unknown>> };
    return [...new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))].sort();
  };

  describe('the client alone', () => {
    it('installs only neverthrow', () => {
      // What neverthrow builds itself with is one of its optional dependencies.
      const installed = packagesOf(room.client).filter((name) => !name.startsWith('@rollup/'));
      expect(installed).to.deep.equal(['@ops-admin/client', 'neverthrow']);
    });

    it('declares its types in one file, which imports only neverthrow', () => {
      const folder = join(room.client, 'node_modules/@ops-admin/client');
      expect(filesBelow(folder).filter((file) => file.endsWith('.d.ts'))).to.deep.equal([
        'bundle/index.d.ts',
      ]);
      const declared = readFileSync(join(folder, 'bundle/index.d.ts'), 'utf8');
      expect(packagesIn(declared)).to.deep.equal(['neverthrow']);
    });

    for (const [title, compiler] of [
      ['TypeScript 7', TYPESCRIPT_7],
      ['TypeScript 6', TYPESCRIPT_6],
    ] as const) {
      it(`has types for a page and for Node.js, each without the types of the other, with ${title}`, async () => {
        const page = { types: [], lib: ['es2023', 'dom'], exactOptionalPropertyTypes: false };
        writeFileSync(join(room.client, 'page.ts'), CLIENT_PROGRAM);
        await typeCheck(compiler, room.client, { ...FOR_BUNDLER, ...page }, ['page.ts']);
        await typeCheck(compiler, room.client, { ...FOR_NODE, ...page }, ['page.ts']);
        writeFileSync(join(room.project, 'client.ts'), CLIENT_PROGRAM);
        await typeCheck(compiler, room.project, { ...FOR_NODE, types: ['node'] }, ['client.ts']);
      });
    }
  });

  describe('the adapters', () => {
    const adapters = manifests.filter(({ name }) => ADAPTER.test(name));

    it('can be imported without Inversify', async () => {
      expect(packagesOf(room.adapters)).to.not.include('inversify');
      const script = adapters.map(({ name }) => `await import('${name}');`).join('');
      await outputOf(process.execPath, ['--input-type=module', '-e', script], { cwd: room.adapters });
    });
  });

  describe('the command alone', () => {
    const installed = (): string[] => packagesOf(room.command);
    const bundle = (file: string): string => join(room.command, 'node_modules/@ops-admin/cli/bundle', file);

    it('installs no other workspace package, no types, and no build tool', () => {
      expect(installed().filter((name) => /^@(ops-admin|types|rollup)\//.test(name))).to.deep.equal([
        '@ops-admin/cli',
      ]);
    });

    it('has a valid bill of materials with exactly the installed and bundled libraries', async () => {
      const found = await billOfMaterials(readFileSync(bundle('sbom.cdx.json'), 'utf8'));
      const joined = JSON.parse(readFileSync(bundle('joined.json'), 'utf8')) as { name: string }[];
      const libraries = installed().filter((name) => name !== '@ops-admin/cli');
      const wanted = [...libraries, ...joined.map(({ name }) => name), 'swagger-ui-dist'];
      expect(found.product).to.equal('@ops-admin/cli');
      expect(found.names).to.deep.equal([...new Set(wanted)].sort());
      expect(found.names).to.include.members(['koa', 'neverthrow', 'inversify']);
    });

    it('finds airports and serves the page from its own files', async () => {
      const bin = join(room.command, 'node_modules/.bin/ops-admin');
      const found = await outputOf(bin, ['geocode', 'LIM', '--json'], { cwd: room.command });
      expect(JSON.parse(found)).to.include({ city: 'Lima', country: 'PE' });
      const script = join(room.command, 'serve.mjs');
      writeFileSync(
        script,
        "process.argv.push('serve', '--port', '0');\nawait import('./node_modules/@ops-admin/cli/bin/ops-admin.js');\n",
      );
      await whileServed(room.command, 'serve.mjs', async (url) => {
        expect(await statusOf(`${url}/docs/swagger-ui-bundle.js`)).to.equal(200);
      });
    });
  });

  describe('core in a browser', () => {
    let bundle: string;
    before(async () => {
      const { outputFiles } = await build({
        stdin: { contents: "export * from '@ops-admin/core';", resolveDir: room.bare },
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        globalName: 'core',
        platform: 'browser',
        target: 'es2022',
        logLevel: 'silent',
      });
      bundle = outputFiles[0]?.text ?? '';
    });

    it(`has less than ${CORE_LIMIT} bytes, minified and compressed`, () => {
      const sizes = { gzip: gzipSync(bundle).length, brotli: brotliCompressSync(bundle).length };
      console.log(
        `        ${bundle.length} bytes minified, ${sizes.gzip} in gzip, ${sizes.brotli} in brotli`,
      );
      expect(Math.max(sizes.gzip, sizes.brotli)).to.be.below(CORE_LIMIT);
    });

    it('runs with only the language', async () => {
      const script = `${bundle};
        const held = core.PermissionSet.of(['service.users', 'service.users.read', 'service.user.read']);
        const access = core.accessOperations({
          tokens: { verify: () => core.parseObjectId('no id').asyncAndThen(() => undefined) },
          users: { rightsOf: () => { throw new Error('not asked'); } },
          store: { find: () => { throw new Error('not asked'); } },
          policy: new core.AccessPolicy(),
        });
        access.requireAdmin('a token').then((found) =>
          [...held.remove(['service.users.*']).after, found.error.type].join());`;
      expect(await runInNewContext(script, {})).to.equal('service.user.read,invalid-object-id');
    });
  });

  const exampleIn = (name: string) => ({ cwd: join(room.project, 'examples', name) });

  /** Brings an admin into the database of a folder, and makes a token with the keys of it. */
  async function tokenOfAdmin(cwd: string, permission: string): Promise<string> {
    return await tokenOf(cwd, ADMIN_ID, [permission]);
  }

  /** The same of a user who holds these permissions. */
  async function tokenOf(cwd: string, _id: string, permissions: readonly string[]): Promise<string> {
    writeFileSync(
      join(cwd, 'users.json'),
      JSON.stringify([
        { _id, emails: [`${_id}@example.org`], personalInformation: { name: _id }, permissions },
      ]),
    );
    const command = join(room.installed('.bin'), 'ops-admin');
    const opsAdmin = (...args: string[]) => outputOf(command, args, { cwd });
    await opsAdmin('import', 'users', 'users.json');
    return (await opsAdmin('token', 'issue', '--user', _id)).trim();
  }
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}
