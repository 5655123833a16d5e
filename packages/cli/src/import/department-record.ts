import type { DepartmentRecord, ObjectId } from '@ops-admin/core';
import * as v from 'valibot';
import { OBJECT_ID, TIMESTAMP } from './extended-json.js';
import { LINE, TEXT } from './text.js';

const noId: v.GenericSchema<unknown, ObjectId | null> = v.optional(v.nullable(OBJECT_ID), null);

/** A department as `import departments` takes one (decision 9); other members are ignored. */
export const DEPARTMENT_RECORD: v.GenericSchema<unknown, DepartmentRecord> = v.pipe(
  v.object(
    {
      _id: OBJECT_ID,
      name: v.pipe(LINE, v.nonEmpty('must not be empty')),
      description: v.nullish(TEXT, ''),
      code: v.nullish(LINE, ''),
      parentId: noId,
      managerId: noId,
      createdAt: TIMESTAMP,
      updatedAt: v.optional(TIMESTAMP),
    },
    'must be an object',
  ),
  v.transform(({ _id, updatedAt, ...department }) => ({
    ...department,
    id: _id,
    updatedAt: updatedAt ?? department.createdAt,
  })),
);
