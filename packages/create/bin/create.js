#!/usr/bin/env node
// Copies the template into a new folder, and gives it the name of the folder.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url));
/** There is a clone around it where nothing has installed it. */
const CLONE = fileURLToPath(new URL('../../..', import.meta.url));
const USAGE = 'Usage: npm create @ops-admin FOLDER\n\nMakes a service of your own in a new folder.\n';
/** What npm takes as the name of a package. */
const NAME = /^[a-z\d][a-z\d._-]{0,213}$/;

/** What is wrong with a folder, and what to do. */
function problemWith(folder) {
  const name = basename(folder);
  if (!NAME.test(name))
    return `${JSON.stringify(name)} cannot be the name of a package: take small letters, digits and hyphens, such as my-service`;
  try {
    if (existsSync(folder) && readdirSync(folder).some((file) => file !== '.git'))
      return `there are files in ${folder}: name a folder that is new or empty`;
    mkdirSync(folder, { recursive: true });
  } catch ({ message }) {
    return `${message}: name another folder`;
  }
  return undefined;
}

function make(folder) {
  cpSync(TEMPLATE, folder, { recursive: true });
  // npm leaves out of a package what has these names.
  for (const name of ['gitignore', 'npmrc']) renameSync(join(folder, name), join(folder, `.${name}`));
  for (const file of ['package.json', 'README.md'].map((one) => join(folder, one)))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('my-service', basename(folder)));
}

/** How the packages that it needs are installed: from npm, or from the clone. */
function install(folder) {
  if (!existsSync(join(CLONE, 'pnpm-workspace.yaml'))) return ['npm install'];
  const clone = relative(folder, CLONE);
  const tarballs = 'ops-admin-{adapter-{auth-jose,key-file,sqlite},core,store-sql,testing}-*.tgz';
  return [
    ...(existsSync(join(CLONE, 'release/tarballs')) ? [] : [`npx -y pnpm@12 --dir ${clone} run pack:all`]),
    `npm install ${join(clone, 'release/tarballs', tarballs)}`,
  ];
}

const [given, ...more] = process.argv.slice(2);
if (given === '--help') {
  process.stdout.write(USAGE);
} else if (!given || given.startsWith('-') || more.length > 0) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const folder = resolve(given);
  const problem = problemWith(folder);
  if (problem === undefined) {
    make(folder);
    const lines = [`cd ${relative('', folder) || '.'}`, ...install(folder), 'npm start'];
    process.stdout.write(
      `${basename(folder)} is made; its README.md says more.\n\n  ${lines.join('\n  ')}\n`,
    );
  } else {
    process.stderr.write(`create: ${problem}\n`);
    process.exitCode = 2;
  }
}
