import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  AccessPolicy,
  CHANGES_PER_REQUEST,
  DEFAULT_ADMIN_PERMISSION,
  DEFAULT_READER_PERMISSION,
  moduleOf,
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  PERMISSIONS_PER_USER,
  PermissionSet,
  parsePermission,
  parsePermissionList,
  REASON_MAX_LENGTH,
} from '../packages/core/dist/index.js';
import { rowsOf } from './markdown-page.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../docs/permissions.md'), 'utf8');
const LIMITS = readFileSync(join(import.meta.dirname, '../docs/http.md'), 'utf8');

describe('docs/permissions.md', () => {
  const setOf = (cell: string) => PermissionSet.of(cell === 'nothing' ? [] : cell.split(', '));
  const cellOf = (permissions: Iterable<string>) => [...permissions].join(', ') || 'nothing';
  const yes = (is: boolean) => (is ? 'yes' : 'no');

  it('lists permissions that can be added, and their modules', () => {
    const rows = rowsOf(PAGE, 'string', 'can be added', 'module');
    expect(rows).to.have.length(11);
    const judged = rows.map(({ string }) => ({
      string,
      'can be added': yes(parsePermission(string).isOk()),
      module: moduleOf(string) ?? 'none',
    }));
    expect(rows).to.deep.equal(judged);
  });

  it('shows the permissions that each string grants', () => {
    const rows = rowsOf(PAGE, 'held', 'asked for', 'granted');
    expect(rows).to.have.length(14);
    const judged = rows.map((row) => ({ ...row, granted: yes(setOf(row.held).grants(row['asked for'])) }));
    expect(rows).to.deep.equal(judged);
  });

  it('shows the effect of a removal', () => {
    const rows = rowsOf(PAGE, 'held', 'removal of', 'taken', 'left');
    expect(rows).to.have.length(9);
    const judged = rows.map((row) => {
      const { after, removed } = setOf(row.held).remove([row['removal of']]);
      return { ...row, taken: cellOf(removed), left: cellOf(after) };
    });
    expect(rows).to.deep.equal(judged);
  });

  it('shows the effect of an addition, or that it is refused', () => {
    const rows = rowsOf(PAGE, 'held', 'addition of', 'held after');
    expect(rows).to.have.length(4);
    const judged = rows.map((row) => {
      const added = parsePermissionList('add', row['addition of'].split(', '));
      const after = added.map((permissions) => cellOf(setOf(row.held).add(permissions).after));
      return { ...row, 'held after': after.unwrapOr('refused') };
    });
    expect(rows).to.deep.equal(judged);
  });

  it('shows admin permissions', () => {
    const rows = rowsOf(PAGE, 'OPS_ADMIN_PERMISSION', 'held', 'admin');
    expect(rows).to.have.length(7);
    const judged = rows.map((row) => {
      const setting = row.OPS_ADMIN_PERMISSION.replace('not set', DEFAULT_ADMIN_PERMISSION);
      const policy = new AccessPolicy(parsePermission(setting)._unsafeUnwrap());
      return { ...row, admin: yes(policy.isAdmin(setOf(row.held))) };
    });
    expect(rows).to.deep.equal(judged);
  });

  it('shows reader permissions', () => {
    const rows = rowsOf(PAGE, 'OPS_READER_PERMISSION', 'held', 'reader', 'admin');
    expect(rows).to.have.length(6);
    const judged = rows.map((row) => {
      const setting = row.OPS_READER_PERMISSION.replace('not set', DEFAULT_READER_PERMISSION);
      const policy = new AccessPolicy(undefined, parsePermission(setting)._unsafeUnwrap());
      const held = setOf(row.held);
      return { ...row, reader: yes(policy.isReader(held)), admin: yes(policy.isAdmin(held)) };
    });
    expect(rows).to.deep.equal(judged);
  });

  it('links to its limits in docs/http.md', () => {
    const rows = rowsOf(LIMITS, 'limit', 'value', 'beyond it');
    const limitOf = (limit: string) => rows.find((row) => row.limit === limit)?.value.replaceAll(',', '');
    expect(limitOf('permissions of a user')).to.equal(`${PERMISSIONS_PER_USER}`);
    expect(limitOf('strings in a list; characters in one')).to.equal(
      `1 to ${PERMISSIONS_PER_CHANGE}; 1 to ${PERMISSION_MAX_LENGTH}`,
    );
    expect(limitOf('changes in a request')).to.equal(`1 to ${CHANGES_PER_REQUEST}`);
    expect(limitOf('characters of a reason')).to.equal(`${REASON_MAX_LENGTH}`);
  });
});
