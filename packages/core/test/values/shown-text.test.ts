import { shownLine, shownText } from '@ops-admin/core/operations';
import { expect } from 'chai';

describe('A displayed text', () => {
  const STEERING: [what: string, text: string, shown: string][] = [
    ['an escape that colours or clears the screen', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
    ['a bell', '\u0007', '\\u0007'],
    ['a carriage return, which hides the text before it', 'evil\rgood', 'evil\\u000dgood'],
    ['a control character of one byte above ASCII', '\u009b', '\\u009b'],
    ['marks that change the direction of writing', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['line breaks of other kinds', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
    ['characters without width', 'a\u200bb\u200d\ufeffc', 'a\\u200bb\\u200d\\ufeffc'],
    ['a soft hyphen', 'a\u00adb', 'a\\u00adb'],
    ['a joiner of combining marks', 'a\u034fb', 'a\\u034fb'],
    ['a letter without a glyph', 'a\u3164\uffa0\u115fb', 'a\\u3164\\uffa0\\u115fb'],
    ['variation selectors', 'a\ufe0f\u{e0100}b', 'a\\ufe0f\\udb40\\udd00b'],
    ['tags', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
    ['spaces of other kinds', 'a\u00a0b\u2003\u3000c', 'a\\u00a0b\\u2003\\u3000c'],
    ['a pattern of braille without a dot', 'a\u2800b', 'a\\u2800b'],
    ['a joiner that joins nothing', '👩\u200d🍕\u200d', '👩\\u200d🍕\\u200d'],
    ['half a surrogate pair', 'a\ud83db', 'a\\ud83db'],
  ];
  for (const [what, text, shown] of STEERING) {
    it(`has ${what} escaped`, () => {
      expect(shownText(text)).to.equal(shown);
      expect(shownLine(text)).to.equal(shown);
      expect(JSON.parse(`"${shown}"`), 'in JSON').to.equal(text);
    });
  }

  it('is unchanged without control characters', () => {
    const text = 'Zoë 日本語 🙂 👩\u200d👩\u200d👧 e\u0308 עברית "service.a.*" \\n';
    expect(shownText(text)).to.equal(text);
    expect(shownLine(text)).to.equal(text);
  });

  it('keeps its lines, or becomes one line where required', () => {
    expect(shownText('one\ntwo\n')).to.equal('one\ntwo\n');
    expect(shownLine('one\ntwo\n')).to.equal('one\\u000atwo\\u000a');
  });
});
