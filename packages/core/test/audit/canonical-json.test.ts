import { expect } from 'chai';
import { canonicalJson } from '../../dist/audit/canonical-json.js';

describe('canonicalJson', () => {
  /** A number by its bits, as RFC 8785 has them in its appendix B. */
  const ofBits = (bits: string) => Buffer.from(bits, 'hex').readDoubleBE();

  it('writes the example of RFC 8785, section 3.2', () => {
    const value: unknown = JSON.parse(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`);
    expect(Buffer.from(canonicalJson(value)).toString('hex')).to.equal(
      [
        '7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72',
        '75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22 3a',
        '5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31',
        '65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37',
        '5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30',
        '30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d',
      ]
        .join('')
        .replaceAll(' ', ''),
    );
  });

  it('orders members as in RFC 8785, section 3.2.3', () => {
    const value: unknown = JSON.parse(`{
      "\\u20ac": "Euro Sign",
      "\\r": "Carriage Return",
      "\\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\\ud83d\\ude00": "Emoji: Grinning Face",
      "\\u0080": "Control",
      "\\u00f6": "Latin Small Letter O With Diaeresis"
    }`);
    const order = Object.values(JSON.parse(canonicalJson(value)) as object);
    // What was parsed puts "1" first, as JavaScript does with every name that is a number.
    expect(canonicalJson(value).indexOf('Carriage')).to.be.lessThan(canonicalJson(value).indexOf('One'));
    expect(order.filter((name) => name !== 'One')).to.deep.equal([
      'Carriage Return',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('writes the numbers of RFC 8785, appendix B', () => {
    const numbers = {
      '0000000000000000': '0',
      '8000000000000000': '0',
      '0000000000000001': '5e-324',
      '8000000000000001': '-5e-324',
      '7fefffffffffffff': '1.7976931348623157e+308',
      '4340000000000000': '9007199254740992',
      c340000000000000: '-9007199254740992',
      '4430000000000000': '295147905179352830000',
      '44b52d02c7e14af5': '9.999999999999997e+22',
      '44b52d02c7e14af6': '1e+23',
      '44b52d02c7e14af7': '1.0000000000000001e+23',
      '444b1ae4d6e2ef4e': '999999999999999700000',
      '444b1ae4d6e2ef50': '1e+21',
      '3eb0c6f7a0b5ed8c': '9.999999999999997e-7',
      '3eb0c6f7a0b5ed8d': '0.000001',
      '41b3de4355555555': '333333333.3333333',
      becbf647612f3696: '-0.0000033333333333333333',
      '43143ff3c1cb0959': '1424953923781206.2',
    };
    for (const [bits, text] of Object.entries(numbers))
      expect(canonicalJson(ofBits(bits)), bits).to.equal(text);
  });

  it('omits undefined members, and descends into all others', () => {
    const value = { b: [{ z: 1, a: undefined }, ['x', 1], []], a: { '': null }, c: undefined };
    expect(canonicalJson(value)).to.equal('{"a":{"":null},"b":[{"z":1},["x",1],[]]}');
    expect(canonicalJson(['é', '\u2028', '\ud800'])).to.equal('["é","\u2028","\\ud800"]');
  });

  it('refuses values that JSON cannot represent', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, Symbol('x'), () => 1]) {
      expect(() => canonicalJson(value), String(value)).to.throw(TypeError);
    }
    expect(() => canonicalJson([undefined])).to.throw(TypeError);
  });
});
