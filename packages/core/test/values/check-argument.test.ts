import { checkCount, checkInteger, checkRange, checkText, checkTexts } from '@ops-admin/core/adapter';
import { expect } from 'chai';

describe('The message of a store for a wrong argument', () => {
  const said: [check: () => void, type: ErrorConstructor, message: string][] = [
    [() => checkText(null, 'userId'), TypeError, 'userId must be a string, not null'],
    [() => checkText(['a'], 'userId'), TypeError, 'userId must be a string, not an array'],
    [() => checkText(Symbol('id'), 'userId'), TypeError, 'userId must be a string, not symbol'],
    [() => checkTexts('a', 'permissions'), TypeError, 'permissions must be an array, not string'],
    [() => checkTexts(['a', 7], 'permissions'), TypeError, 'permissions[1] must be a string, not 7'],
    [() => checkInteger('1', 'id'), RangeError, 'id must be a whole number, not string'],
    [() => checkInteger(Number.NaN, 'id'), RangeError, 'id must be a whole number, not NaN'],
    [() => checkCount(-1, 'limit'), RangeError, 'limit must be at least 0, not -1'],
    [() => checkRange({ start: 0.5 }), RangeError, 'start must be a whole number, not 0.5'],
    [() => checkRange({ start: 0, end: -1 }), RangeError, 'end must be at least 0, not -1'],
  ];
  for (const [check, type, message] of said) {
    it(message, () => {
      expect(check).to.throw(type, message);
    });
  }

  it('accepts a right one', () => {
    checkText('', 'text');
    checkTexts(['', 'a'], 'texts');
    checkInteger(-1, 'id');
    checkCount(0, 'limit');
    checkRange({ start: 0 });
    checkRange({ start: 2, end: Number.POSITIVE_INFINITY });
  });
});
