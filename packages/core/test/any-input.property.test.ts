import {
  airportCodeIn,
  err,
  ok,
  parseAddress,
  parseBatchName,
  parseLinkableIdentity,
  parseListIndex,
  parseObjectId,
  parsePermission,
  parsePermissionChange,
  parsePermissionList,
  parseReason,
  parseTimestamp,
  type Result,
} from '@ops-admin/core';
import { createLocation } from '@ops-admin/core/adapter';
import { expect } from 'chai';
import fc from 'fast-check';

/** Every public function that reads what comes from outside, and whether it takes a text or an object. */
const PARSERS: Record<string, (input: unknown) => Result<unknown, unknown>> = {
  // Not a Result, because most texts are none.
  airportCodeIn: (input) => {
    const code = airportCodeIn(input);
    return code === undefined ? err(undefined) : ok(code);
  },
  createLocation,
  parseAddress,
  parseBatchName,
  parseLinkableIdentity,
  parseListIndex,
  parseObjectId,
  parsePermission,
  parsePermissionChange,
  parsePermissionList: (input) => parsePermissionList('add', input),
  parseReason,
  parseTimestamp,
};

const odd = fc.constantFrom<unknown>(
  Symbol('a symbol'),
  Object.create(null),
  {
    toString: () => {
      throw new Error('toString');
    },
  },
  () => 'a function',
  12n,
  -0,
  [],
  ['service.a'],
  ['abc'],
  1234,
  new Date(Number.NaN),
  'x'.repeat(1_000_000),
  '\ud800',
  '\udc00'.repeat(300),
  '\0',
  new Proxy({}, {}),
  new Proxy([], {}),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.constantFrom('000000000000000000000001', '2026-01-01T00:00:00Z', 'service.a', '12', 'MUC', 'run-1'),
);
const leaf = fc.oneof(odd, text, fc.anything());
const anything = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 5 }),
  fc.record({ issuer: leaf, subject: leaf }),
  fc.record({ city: leaf, state: leaf, country: leaf, lat: leaf, long: leaf }),
  fc.record(
    {
      action: fc.oneof(fc.constantFrom('add', 'remove'), leaf),
      userId: leaf,
      permissions: fc.oneof(fc.array(leaf), leaf),
    },
    { requiredKeys: [] },
  ),
);

describe('A parser of outside input, for any input', () => {
  for (const [name, parse] of Object.entries(PARSERS)) {
    it(`never throws, and accepts its own output: ${name}`, () => {
      fc.assert(
        fc.property(anything, (input) => {
          const parsed = parse(input);
          if (parsed.isErr()) return;
          // What is taken is what was given, in a form of its own.
          if (name !== 'parsePermissionChange' && name !== 'parseListIndex' && name !== 'airportCodeIn') {
            expect(parse(parsed.value)._unsafeUnwrap()).to.deep.equal(parsed.value);
          }
        }),
        { numRuns: 500 },
      );
    });
  }

  it('names the type of an input that is not text, without calling it', () => {
    const silent = { toString: () => expect.fail('asked'), [Symbol.toPrimitive]: () => expect.fail('asked') };
    const given: [unknown, string][] = [
      [undefined, 'undefined'],
      [null, 'null'],
      [12, '12'],
      [Symbol('id'), 'Symbol(id)'],
      [silent, 'object'],
      [() => 1, 'function'],
    ];
    for (const [input, shown] of given) {
      expect(parsePermission(input)._unsafeUnwrapErr().text).to.equal(shown);
      expect(parseObjectId(input)._unsafeUnwrapErr().text).to.equal(shown);
      expect(parseTimestamp(input)._unsafeUnwrapErr().text).to.equal(shown);
    }
    expect(parseReason(1)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-reason', problem: 'no-text' });
    expect(parseAddress(1)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-address', reason: 'no-text' });
    expect(parseListIndex(1)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-list-index' });
    expect(parseBatchName(1)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-batch-name' });
    expect(airportCodeIn(1234)).to.equal(undefined);
    expect(parseLinkableIdentity({ issuer: 'i' })._unsafeUnwrapErr()).to.deep.equal({
      type: 'invalid-identity',
      part: 'subject',
      reason: 'no-text',
    });
    expect(parseLinkableIdentity(undefined)._unsafeUnwrapErr()).to.include({
      part: 'issuer',
      reason: 'no-text',
    });
    const place = { city: 'Vaduz', state: '', country: 'li', lat: 47, long: 9 };
    expect(createLocation(place)._unsafeUnwrap()).to.deep.equal({ ...place, country: 'LI' });
    for (const [part, reason] of Object.entries({
      city: 'city is not a text',
      state: 'state is not a text',
      country: 'country is not a two-letter code',
      lat: 'lat is not within -90 to 90',
      long: 'long is not within -180 to 180',
    })) {
      const { reason: found } = createLocation({ ...place, [part]: ['de'] })._unsafeUnwrapErr();
      expect(found).to.equal(reason);
    }
  });
});
