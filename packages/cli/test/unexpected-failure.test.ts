import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';
import { tamper } from './tamper.ts';

describe('A database that the command does not understand', () => {
  const workplace = new Workplace();
  const file = () => workplace.path('ops-admin.db');
  const remove = (...options: string[]) =>
    workplace.run(['permissions', 'remove', anId(1), 'service.a', ...options]);

  beforeEach(async () => {
    await (await anOrganisation(workplace, ['service.a'])).close();
  });

  it('is reported as failed where a table is missing, with exit code 1', async () => {
    tamper(file(), 'drop table user_emails');
    const { code, stderr } = await remove();
    expect(stderr).to.match(/^ops-admin: .*no such table: (?:main\.)?user_emails\n$/);
    expect(code).to.equal(1);
  });

  it('is reported with the stack of any other exception, with exit code 1', async () => {
    tamper(
      file(),
      `create table copies (reason text not null);
       create trigger copies after insert on audit_entries begin insert into copies values (new.reason); end;`,
    );
    const { code, stderr, stdout } = await remove();
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(
      /^ops-admin: unexpected failure: SqliteError: NOT NULL constraint failed: copies.reason\n +at /,
    );
    const inJson = await remove('--json');
    expect(inJson.code).to.equal(1);
    const { error } = JSON.parse(inJson.stderr);
    expect(error).to.include({
      code: 'SERVER_ERROR',
      message: 'unexpected failure: NOT NULL constraint failed: copies.reason',
    });
    expect(error.details[0].message).to.match(/\n +at /);
    expect((await remove('--reason', 'well')).code, 'the next one').to.equal(0);
  });
});
