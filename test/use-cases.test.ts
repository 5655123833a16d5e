import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const SOURCES = join(import.meta.dirname, '../packages/core/src');

/** Every class with a method `execute`: its name, its docstring and its text. */
const USE_CASES = readdirSync(SOURCES, { encoding: 'utf8', recursive: true }).flatMap((file) => {
  if (!file.endsWith('.ts')) return [];
  const text = readFileSync(join(SOURCES, file), 'utf8');
  const found = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport class (\w+) \{\n([\s\S]*?)\n\}\n/.exec(text);
  const [, doc = '', name = '', body = ''] = found ?? [];
  return /^ {2}execute\(/m.test(body) ? [{ name, doc: doc.replace(/\s*\n \*\s*/g, ' '), body, text }] : [];
});

describe('Use cases', () => {
  it('are all found', () => {
    expect(USE_CASES.map(({ name }) => name)).to.include.members(['ChangePermissions', 'RequireAdmin']);
    expect(USE_CASES.length).to.be.greaterThan(20);
  });

  for (const { body, doc, name, text } of USE_CASES) {
    describe(name, () => {
      it('takes one object of named parts, of an exported type', () => {
        expect(text).to.match(new RegExp(`^export interface ${name}Parts\\b`, 'm'));
        expect(body).to.match(new RegExp(`^ {2}constructor\\((\\w+|\\{[^}]*\\}): ${name}Parts\\) \\{$`, 'm'));
      });

      it('has one method, of at most one value', () => {
        const methods = [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, method]) => method);
        expect(methods.sort()).to.deep.equal(['constructor', 'execute']);
        const [, parameters = ''] = /^ {2}execute\(([\s\S]*?)\): ResultAsync</m.exec(body) ?? [
          undefined,
          '::',
        ];
        expect(parameters.replace(/\{[^}]*\}/, '').split(':').length).to.be.at.most(2);
      });

      it('says whose right it checks', () => {
        expect(doc).to.match(
          /Does not check the caller: guard it with|Checks only the `actor` of the|Checks who they are|Lets only admins through/,
        );
      });
    });
  }
});
