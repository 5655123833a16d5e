import { parseStrictJson } from '@ops-admin/core/operations';
import { expect } from 'chai';

describe('Strict JSON', () => {
  const flawIn = (text: string) => {
    const read = parseStrictJson(text);
    return read.isErr() ? read.error : undefined;
  };

  it('is read as JSON.parse reads it', () => {
    for (const text of [
      '{"a" :1,"b"\n:{"a":[{"a":1},{"a":2}]}}',
      '["a:","\\"a\\":",":"]',
      '{"a":"b\\\\","c":"\\":"}',
      '1',
      'null',
      '""',
    ])
      expect(parseStrictJson(text)._unsafeUnwrap(), text).to.deep.equal(JSON.parse(text));
  });

  it('has no repeated member in an object, in any spelling, and no member __proto__', () => {
    for (const text of [
      '{"a":1,"a":1}',
      '{"a":1,"\\u0061":2}',
      '[1,{"a":{"b":1,"c":{"d":1,"d":2}}}]',
      '{"__proto__":1}',
      '{"a":{"\\u005f_proto__" :{}}}',
    ])
      expect(flawIn(text), text).to.equal('repeated-member');
  });

  it('refuses all other text', () => {
    for (const text of ['', '{', '{"a":1}}', "{'a':1}", '{"a":1,}', '\u0000'])
      expect(flawIn(text), text).to.equal('not-json');
  });

  it('may be nested deeper than the stack', () => {
    expect(flawIn('['.repeat(200_000) + ']'.repeat(200_000))).to.equal(undefined);
  });
});
