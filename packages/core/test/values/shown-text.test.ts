import { shownLine, shownText } from '@ops-admin/core/jobs';
import { expect } from 'chai';

describe('A text that is shown', () => {
  const STEERING: [what: string, text: string, shown: string][] = [
    ['an escape that colours or clears the screen', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
    ['a bell', '\u0007', '\\u0007'],
    ['a carriage return, which hides what was before it', 'evil\rgood', 'evil\\u000dgood'],
    ['a control character of one byte above ASCII', '\u009b', '\\u009b'],
    ['what turns the direction of writing', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['line breaks of other kinds', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ];
  for (const [what, text, shown] of STEERING) {
    it(`has ${what} written out`, () => {
      expect(shownText(text)).to.equal(shown);
      expect(shownLine(text)).to.equal(shown);
      expect(JSON.parse(`"${shown}"`), 'in JSON').to.equal(text);
    });
  }

  it('is the same where nothing steers', () => {
    const text = 'Zoë 日本語 🙂 עברית "service.a.*" \\n';
    expect(shownText(text)).to.equal(text);
    expect(shownLine(text)).to.equal(text);
  });

  it('keeps its lines, but is one line where it has to be', () => {
    expect(shownText('one\ntwo\n')).to.equal('one\ntwo\n');
    expect(shownLine('one\ntwo\n')).to.equal('one\\u000atwo\\u000a');
  });
});
