import type { DepartmentChanged } from '@ops-admin/core';
import { resultIn } from '@ops-admin/core/operations';
import { given } from '../given.js';
import type { Report } from './report.js';

/** The report of a change of one department: a row, and a line for people. */
export function departmentChangedReport(
  { department, entry, result }: DepartmentChanged,
  asked: string,
  dryRun = false,
): Report {
  const { _id: departmentId, code, name } = department;
  // In a dry run no department has the id of the one to create.
  const isNone = dryRun && result === 'created';
  const row = {
    department: asked,
    ...(!isNone && { departmentId }),
    name,
    ...given({ code: code || undefined }),
    result: resultIn(dryRun, result),
    ...given({ entry }),
    ...(dryRun && { dryRun }),
  };
  const word =
    result === 'unchanged'
      ? `no change: the department already has these values${dryRun ? ' (dry run)' : ''}`
      : row.result.replace('-', ' ');
  return { json: row, lines: [`${name}${isNone ? '' : ` (${departmentId})`}: ${word}`] };
}
