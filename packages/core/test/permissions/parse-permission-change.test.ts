import {
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  parsePermissionChange,
  parsePermissionList,
  REASON_MAX_LENGTH,
} from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';

describe('parsePermissionChange', () => {
  const change = (given: object = {}) => ({
    action: 'remove',
    userId: anId(10),
    permissions: ['service.a', 'odd one'],
    ...given,
  });
  const refusal = (input: unknown) => parsePermissionChange(input)._unsafeUnwrapErr();

  it('reads a removal of any strings, and omits missing members', () => {
    const parsed = parsePermissionChange(change({ userId: anId(10).toUpperCase(), note: 1 }));
    expect(parsed._unsafeUnwrap()).to.deep.equal(change());
  });

  it('reads an addition of permissions', () => {
    const addition = change({ action: 'add', permissions: ['service.a', 'service.a.*'] });
    expect(parsePermissionChange(addition)._unsafeUnwrap()).to.deep.equal(addition);
  });

  it('reads the end of an addition, and the reason of additions and removals', () => {
    const given = { until: '2099-01-01T00:00:00+01:00', reason: 'leaves the team' };
    const addition = change({ action: 'add', permissions: ['service.a'], ...given });
    expect(parsePermissionChange(addition)._unsafeUnwrap()).to.deep.equal({
      ...addition,
      until: '2098-12-31T23:00:00.000Z',
    });
    expect(parsePermissionChange(change(given))._unsafeUnwrap()).to.deep.equal(
      change({ reason: given.reason }),
    );
  });

  it('returns a new list', () => {
    const given = change();
    const { permissions } = parsePermissionChange(given)._unsafeUnwrap();
    given.permissions.push('service.z');
    expect(permissions).to.deep.equal(['service.a', 'odd one']);
  });

  const refused: [input: unknown, path: (string | number)[], message: string][] = [
    [undefined, [], 'a change of permissions must be an object'],
    [null, [], 'a change of permissions must be an object'],
    ['remove', [], 'a change of permissions must be an object'],
    [{}, ['action'], 'action must be add or remove'],
    [change({ action: 'set' }), ['action'], 'action must be add or remove'],
    [change({ userId: undefined }), ['userId'], 'userId is required'],
    [change({ userId: null }), ['userId'], 'userId must be a string'],
    [change({ userId: 'abc' }), ['userId'], 'userId must be 24 hexadecimal digits'],
    [change({ permissions: undefined }), ['permissions'], 'permissions is required'],
    [change({ permissions: 'service.a' }), ['permissions'], 'permissions must be an array of strings'],
    [change({ permissions: [] }), ['permissions'], 'permissions must hold at least one permission'],
    [change({ permissions: ['a', 7] }), ['permissions', 1], 'permissions[1] must be a string'],
    [change({ permissions: new Array(2) }), ['permissions', 0], 'permissions[0] must be a string'],
    [
      change({ permissions: Array(PERMISSIONS_PER_CHANGE + 1).fill('a') }),
      ['permissions'],
      'permissions must not hold more than 1000 permissions',
    ],
    [
      change({ permissions: ['a', 'x'.repeat(PERMISSION_MAX_LENGTH + 1)] }),
      ['permissions', 1],
      'permissions[1] must not be longer than 256 characters',
    ],
    [
      change({ action: 'add', permissions: ['service.a', 'odd one'] }),
      ['permissions', 1],
      'permissions[1] must be service.<module>, service.<module>.<action> or service.<module>.*',
    ],
    [
      change({ action: 'add', permissions: ['service.a'], until: 'garbage' }),
      ['until'],
      'until must be an ISO 8601 timestamp with its zone',
    ],
    [change({ reason: 7 }), ['reason'], 'reason must be a string'],
    [
      change({ reason: 'x'.repeat(REASON_MAX_LENGTH + 1) }),
      ['reason'],
      'reason must not be longer than 500 characters',
    ],
    [
      change({ reason: 'a\u0000' }),
      ['reason'],
      'reason must not contain control characters or lone surrogates',
    ],
    [change({ dryRun: true }), ['dryRun'], 'dryRun is not allowed here'],
    [change({ dryRun: false }), ['dryRun'], 'dryRun is not allowed here'],
  ];
  for (const [input, path, message] of refused) {
    it(`reports the mistake and its location: ${message}`, () => {
      expect(refusal(input)).to.deep.equal({
        type: 'invalid-permission-change',
        path,
        problem: message.slice(message.search(/ (?:must|is) /) + 1),
        message,
      });
    });
  }

  it('accepts as many strings as the limits allow, each with the maximum length in characters', () => {
    const longest = '\u{1f600}'.repeat(PERMISSION_MAX_LENGTH);
    const most = Array<string>(PERMISSIONS_PER_CHANGE).fill(longest);
    expect(parsePermissionList('remove', most)._unsafeUnwrap()).to.deep.equal(most);
    const { message } = parsePermissionList('remove', ['a', `${longest}x`])._unsafeUnwrapErr();
    expect(message).to.equal('[1] must not be longer than 256 characters');
  });
});
