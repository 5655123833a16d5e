import type { AuditEntryJson, GrantJson, UserJson } from '@ops-admin/core';
import {
  AUDIT_CSV,
  type CsvTable,
  GRANT_CSV,
  REVIEW_CSV,
  readCsvCell,
  USER_CSV,
} from '@ops-admin/core/operations';
import { anId, aTime } from '@ops-admin/testing';
import { expect } from 'chai';

describe('Records as lines of CSV', () => {
  const user: UserJson = {
    _id: anId(1),
    emails: ['ann@example.org', 'a@example.org'],
    personalInformation: { firstName: 'Ann', lastName: '', name: 'Ann "the best", of all' },
    permissions: ['service.a.read', '=1+1'],
    ends: {},
    departmentId: null,
    active: true,
  };
  const grant: GrantJson = {
    ...{ user: 'ann@example.org', userId: anId(1), email: 'ann@example.org', name: 'Ann\r\nof all' },
    ...{ departmentId: anId(7), department: 'D7', permission: 'service.a.read', until: aTime(9) },
    ...{ since: aTime(1), by: 'cli:root', reason: '@cmd', entry: 4, attestedAt: null, attestedBy: null },
  };
  const entry: AuditEntryJson = {
    ...{ id: 4, time: aTime(1), actor: 'cli:root', source: 'cli', action: 'rotate', userId: null },
    ...{ requested: ['old', '=new', 'x,"+y', '\uff0bz'], added: [], removed: [], before: [], after: [] },
    seal: { previous: 'p', digest: 'd' },
  };
  const change: AuditEntryJson = {
    ...{ id: 5, time: aTime(2), actor: anId(1), source: 'http', action: 'add', userId: anId(2) },
    ...{ actorUser: { _id: anId(1), email: 'ann@example.org' }, user: { _id: anId(2), email: 'b@x.org' } },
    ...{ requested: ['odd'], added: ['odd'], removed: ['gone'], before: ['gone'], after: ['odd'] },
    ends: { odd: aTime(9), other: null },
    identity: { issuer: 'https://id.example', subject: 'ann' },
    ...{ requestId: 'request-1', reason: 'why', batch: 'run', reverts: 3 },
    seal: { previous: 'd', digest: 'e', keyId: 'key', signature: 'sig' },
  };

  const line = <Row>(table: CsvTable<Row>, row: Row) => [table.header, table.lineOf(row)].join('');
  const GRANTS =
    'user,userId,email,name,department,permission,until,since,by,reason,entry,attestedAt,attestedBy';
  const GRANTED = `ann@example.org,${anId(1)},ann@example.org,Ann\\u000d\\u000aof all,D7,service.a.read,${aTime(9)},${aTime(1)},cli:root,'@cmd,4,,`;
  const AUDIT =
    'id,time,actor,actorEmail,source,action,userId,userEmail,requested,added,removed,ends,issuer,subject,before,after,requestId,reason,batch,reverts,previous,digest,keyId,signature';
  const lines: Readonly<Record<string, readonly [() => string, string]>> = {
    'a user': [
      () => line(USER_CSV, user),
      `_id,email,name,department,active,permissions\r\n${anId(1)},ann@example.org;a@example.org,"Ann ""the best"", of all",,true,service.a.read;'=1+1\r\n`,
    ],
    'held permissions': [() => line(GRANT_CSV, grant), `${GRANTS}\r\n${GRANTED}\r\n`],
    'permissions to review': [() => line(REVIEW_CSV, grant), `${GRANTS},decision\r\n${GRANTED},\r\n`],
    'an entry without a user': [
      () => line(AUDIT_CSV, entry),
      `${AUDIT}\r\n4,${aTime(1)},cli:root,,cli,rotate,,,"[""old"",""\\u003dnew"",""x,\\""+y"",""\\uff0bz""]",[],[],,,,[],[],,,,,p,d,,\r\n`,
    ],
    'a complete entry': [
      () => line(AUDIT_CSV, change),
      `${AUDIT}\r\n5,${aTime(2)},${anId(1)},ann@example.org,http,add,${anId(2)},b@x.org,"[""odd""]","[""odd""]","[""gone""]","[""odd ${aTime(9)}"",""other""]",https://id.example,ann,"[""gone""]","[""odd""]",request-1,why,run,3,d,e,key,sig\r\n`,
    ],
  };
  it('are read back unchanged, with any apostrophes', () => {
    for (const text of ['=1', "'=1", "''=1", "' -1", "it's", "'", 'a;=b', "a;'=b", ';;+x', '\uff1dwide']) {
      const [, cell = ''] = /,true,(.*)\r\n$/.exec(USER_CSV.lineOf({ ...user, permissions: [text] })) ?? [];
      expect(readCsvCell(cell), text).to.equal(text);
    }
  });
  for (const [what, [hold, expected]] of Object.entries(lines)) {
    it(`hold ${what}`, () => {
      expect(hold()).to.equal(expected);
    });
  }
});
