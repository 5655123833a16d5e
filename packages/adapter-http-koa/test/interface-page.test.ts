import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { codeBlocksOf, type Heading, headingsOf, rowsOf } from '../../../test/markdown-page.ts';
import { type DescribedOperation, type Description, DescriptionCheck } from './description.ts';
import { openService } from './open-service.ts';

/** Described for people alone. */
const NOT_DESCRIBED = ['GET /docs', 'GET /'];

const PAGE = pageOf('interface');

describe('docs/interface.md', () => {
  const headings = headingsOf(PAGE);
  let description: Description;
  let check: DescriptionCheck;
  /** By method and path. */
  let operations: ReadonlyMap<string, DescribedOperation>;

  before(async () => {
    const service = await openService();
    description = (await (await fetch(`${service.url}/openapi.json`)).json()) as Description;
    await service.close();
    check = new DescriptionCheck(description);
    operations = new Map(
      Object.entries(description.paths).flatMap(([path, verbs]) =>
        Object.entries(verbs).map(([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation]),
      ),
    );
  });

  it('has a section for every operation of the description, in its order, and for none that is not there', () => {
    const titles = headings.map(({ text }) => text).filter((text) => /^[A-Z]+ \//.test(text));
    expect(titles).to.deep.equal([...operations.keys(), ...NOT_DESCRIBED]);
  });

  it('lists the problems of every operation, and no others', () => {
    for (const [title, { responses }] of operations) {
      const described = Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { content }]) => [Number(status), codeIn(content)]);
      expect(problemsIn(sectionOf(title)), title).to.deep.equal(described);
    }
  });

  it('says where an answer can be 304', () => {
    for (const [title, { responses }] of operations) {
      expect(/\b304 to a \[conditional request\]/.test(sectionOf(title).body), title).to.equal(
        '304' in responses,
      );
    }
  });

  it('explains every code there is under "Errors"', () => {
    const codes = problemsIn(sectionOf('Errors')).map(([, code]) => code);
    const { Problem } = (description.components as unknown as { schemas: { Problem: object } }).schemas;
    const known = JSON.stringify(Problem).match(/"enum":(\[[^\]]+\])/)?.[1] ?? '[]';
    expect([...codes].sort()).to.deep.equal(JSON.parse(known));
  });

  it('has a row of docs/http.md, which says what to do, for every error', () => {
    const advised = rowsOf(pageOf('http'), 'status', 'code', 'what your app does').flatMap(
      ({ code, status }) => code.split(', ').map((one) => [Number(status), one]),
    );
    // The last is for requests that nobody answers.
    expect(advised.slice(0, -1)).to.deep.equal(problemsIn(sectionOf('Errors')));
  });

  it('has examples that are valid by the schemas they are labelled with', () => {
    for (const { code, label } of jsonIn(PAGE)) {
      expect(check.flawsOf(JSON.parse(code), 'components', 'schemas', label), code).to.deep.equal([]);
    }
  });

  it('has an example of every body an operation takes or answers with, and of none that it does not', () => {
    for (const [title, { requestBody, responses }] of operations) {
      const labels = jsonIn(sectionOf(title).body).map(({ label }) => label);
      expect(labels, title).to.deep.equal([...schemasIn(requestBody), ...schemasIn(responses['200'])]);
    }
  });

  function sectionOf(title: string): Heading {
    const section = headings.find(({ text }) => text === title);
    if (!section) throw new Error(`no section ${title}`);
    return section;
  }
});

function pageOf(name: string): string {
  return readFileSync(join(import.meta.dirname, `../../../docs/${name}.md`), 'utf8');
}

/** The rows of a table whose first two cells are a status and a code. */
function problemsIn({ body }: Heading): [status: number, code: string][] {
  return [...body.matchAll(/^\| (\d{3}) +\| `(\w+)` +\|/gm)].map(([, status, code]) => [
    Number(status),
    code as string,
  ]);
}

function jsonIn(text: string) {
  return codeBlocksOf(text).filter(({ language }) => language === 'json');
}

function codeIn(content: object | undefined): string | undefined {
  return JSON.stringify(content ?? {}).match(/"const":"(\w+)"/)?.[1];
}

function schemasIn(described: object | undefined): string[] {
  return [...JSON.stringify(described ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name as string,
  );
}
