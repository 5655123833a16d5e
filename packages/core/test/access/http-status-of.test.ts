import { type AnswerableError, httpStatusOf } from '@ops-admin/core/operations';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';

const cause = new Error('no such file');

const cases: [error: AnswerableError, status: number][] = [
  [{ type: 'token-missing' }, 401],
  [{ type: 'actor-refused', reason: 'expired' }, 401],
  [{ type: 'actor-refused', reason: 'not-granted' }, 403],
  [{ type: 'not-granted', userId: anId(1) }, 403],
  [{ type: 'no-admin-left', user: anId(1) }, 409],
  [{ type: 'store-unavailable', cause }, 500],
  [{ type: 'store-unavailable', cause, isBusy: true }, 503],
  [{ type: 'store-unavailable', cause, isOutOfReach: true }, 503],
];

describe('httpStatusOf', () => {
  for (const [error, status] of cases) {
    it(`is ${status} for ${JSON.stringify({ ...error, cause: undefined })}`, () => {
      expect(httpStatusOf(error)).to.equal(status);
    });
  }
});
