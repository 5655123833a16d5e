import { parseAddress } from '@ops-admin/core';
import { expect } from 'chai';

describe('parseAddress', () => {
  it('reads a tab as a comma, like a line break', () => {
    expect(parseAddress('Graz\tAustria')._unsafeUnwrap()).to.equal('Graz, Austria');
  });

  const taken: Record<string, string> = {
    Paris: 'Paris',
    '  12 Rue de Rivoli, Paris  ': '12 Rue de Rivoli, Paris',
    '\u00a0Lima\u3000': 'Lima',
    'Mu\u0308nchen': 'München',
    東京: '東京',
    '12/4 High St': '12/4 High St',
    'Paris\n': 'Paris',
    '\ufeff\u200bLima\u00ad\u3164': 'Lima',
    'Dam 1\nAmsterdam': 'Dam 1, Amsterdam',
    ' Dam 1, \r\n\r\n\u200bAmsterdam\rNederland\n': 'Dam 1, Amsterdam, Nederland',
  };
  for (const [text, address] of Object.entries(taken)) {
    it(`accepts ${JSON.stringify(text)}`, () => {
      expect(parseAddress(text)._unsafeUnwrap()).to.equal(address);
    });
  }

  it('accepts at most 512 characters, counted after trimming and composing', () => {
    for (const character of ['a', '🙂', 'e\u0301']) {
      expect(parseAddress(` ${character.repeat(512)} `).isOk(), character).to.equal(true);
      expect(parseAddress(character.repeat(513))._unsafeUnwrapErr()).to.have.property('reason', 'too-long');
    }
  });

  const refused: Record<string, string> = {
    '': 'empty',
    '   ': 'empty',
    '\u3000': 'empty',
    'a\u0000b': 'control-characters',
    'a\u0007b': 'control-characters',
    '\n\u200b\n': 'empty',
    '\u007f': 'control-characters',
    'a\u0085': 'control-characters',
  };
  for (const [text, reason] of Object.entries(refused)) {
    it(`refuses ${JSON.stringify(text)} as ${reason}`, () => {
      expect(parseAddress(text)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-address', reason });
    });
  }
});
