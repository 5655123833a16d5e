import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { codeBlocksOf, type Heading, headingsOf, rowsOf } from '../../../test/markdown-page.ts';
import { type DescribedOperation, type Description, DescriptionCheck } from './description.ts';
import { openService } from './open-service.ts';

/** Described for people alone. */
const NOT_DESCRIBED = ['GET /docs', 'GET /'];

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/interface.md'), 'utf8');

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

  it('has a section for every operation of the description, in its order, and no other section', () => {
    const titles = headings.map(({ text }) => text).filter((text) => /^[A-Z]+ \//.test(text));
    expect(titles).to.deep.equal([...operations.keys(), ...NOT_DESCRIBED]);
  });

  it('lists the reads that are never 304', () => {
    const { body } = sectionOf('Conditional requests');
    const never = namesIn(body.trimStart().split('\n\n', 1)[0]?.split(' except ')[1]);
    const reads = [...operations].filter(([title]) => title.startsWith('GET '));
    expect(never.sort()).to.deep.equal(
      reads.flatMap(([title, { responses }]) => ('304' in responses ? [] : [title])).sort(),
    );
  });

  it('explains every existing code under "Errors"', () => {
    const codes = problemsIn(sectionOf('Errors')).map(([, code]) => code);
    const { Problem } = (description.components as unknown as { schemas: { Problem: object } }).schemas;
    const known = JSON.stringify(Problem).match(/"enum":(\[[^\]]+\])/)?.[1] ?? '[]';
    expect([...codes].sort()).to.deep.equal(JSON.parse(known));
  });

  it('describes for every error when it occurs, and how an app should react', () => {
    const rows = rowsOf(sectionOf('Errors').body, 'status', 'code', 'when', 'what your app does');
    expect(rows.map(({ code, status }) => [Number(status), code])).to.deep.equal(
      problemsIn(sectionOf('Errors')),
    );
    for (const row of rows) expect(Object.values(row), row.code).to.not.include('');
  });

  it('has examples that are valid by the schemas in their labels', () => {
    for (const { code, label } of jsonIn(PAGE)) {
      expect(check.flawsOf(JSON.parse(code), 'components', 'schemas', label), code).to.deep.equal([]);
    }
  });

  it('links to an example for every body of a request or an answer, and to no other example', () => {
    for (const [title, { requestBody, responses }] of operations) {
      const answer = (responses['200']?.content as Record<string, object> | undefined)?.['application/json'];
      const request = requestBody?.content['application/json'];
      if (request) expect(Object.keys(request.examples ?? {}), title).to.not.be.empty;
      if (answer && title !== 'GET /openapi.json') expect(answer, title).to.have.property('example');
      const labels = jsonIn(sectionOf(title).body).map(({ label }) => label);
      expect([...schemasIn(requestBody), ...schemasIn(responses['200'])], title).to.include.members(labels);
    }
  });

  function sectionOf(title: string): Heading {
    const section = headings.find(({ text }) => text === title);
    if (!section) throw new Error(`no section ${title}`);
    return section;
  }
});

/** The rows of a table whose first two cells are a status and a code. */
function problemsIn({ body }: Heading): [status: number, code: string][] {
  return [...body.matchAll(/^\| (\d{3}) +\| `(\w+)` +\|/gm)].map(([, status, code]) => [
    Number(status),
    code as string,
  ]);
}

/** The operations named in a text, such as `GET /health/live`. */
function namesIn(text = ''): string[] {
  return [...text.matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, name]) => name as string);
}

function jsonIn(text: string) {
  return codeBlocksOf(text).filter(({ language }) => language === 'json');
}

function schemasIn(described: object | undefined): string[] {
  return [...JSON.stringify(described ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name as string,
  );
}
