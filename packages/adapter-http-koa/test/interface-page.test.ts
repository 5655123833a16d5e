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

  it('lists the problems of every operation, and no others: shared ones under "Errors", its own in its section', () => {
    const shared = rowsOf(sectionOf('Errors').body, 'status', 'code', 'when', 'from');
    for (const [title, operation] of operations) {
      const described = Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { content }]) => `${status} ${codeIn(content)}`);
      const listed = [
        ...shared
          .filter(({ from }) => isFrom(from, title, operation))
          .map(({ code, status }) => `${status} ${code}`),
        ...ownProblemsIn(sectionOf(title)),
      ];
      expect(listed.sort(), title).to.deep.equal(described.sort());
    }
  });

  it('says which reads are never 304', () => {
    const { body } = sectionOf('Conditional requests');
    const never = namesIn(body.trimStart().split('\n\n', 1)[0]?.split(' except ')[1]);
    const reads = [...operations].filter(([title]) => title.startsWith('GET '));
    expect(never.sort()).to.deep.equal(
      reads.flatMap(([title, { responses }]) => ('304' in responses ? [] : [title])).sort(),
    );
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

  it('leads to an example of every body an operation takes or answers with, and shows none that it does not', () => {
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

/** The errors that the section of an operation names for itself: `Errors: 404 `NOT_FOUND`; …`. */
function ownProblemsIn({ body }: Heading): string[] {
  const line = /^Errors: .*$/m.exec(body)?.[0] ?? '';
  return [...line.matchAll(/(\d{3}) `(\w+)`/g)].map(([, status, code]) => `${status} ${code}`);
}

/** Whether a cell such as "every endpoint with a body" is about an operation. */
function isFrom(cell: string, title: string, { requestBody, security }: DescribedOperation): boolean {
  const [kind = '', exceptions = ''] = cell.split(' except ');
  const kinds: Readonly<Record<string, boolean>> = {
    'every endpoint': true,
    'every endpoint with a token': security.length > 0,
    'every endpoint with a body': requestBody !== undefined,
  };
  return kinds[kind] === true && !exceptions.split(', ').includes(title);
}

/** The operations named in a text, such as `GET /health/live`. */
function namesIn(text = ''): string[] {
  return [...text.matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, name]) => name as string);
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
