import type { SessionJson } from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import { actorOption } from '../operator.js';
import { type DatabaseOption, type JsonOption, placeOptions } from '../options.js';
import { type Report, tableLines } from '../present/report.js';

export const registerWhoami: RegisterCommand = (program, { run }) => {
  program
    .command('whoami')
    .description('show the actor of your changes, or with --server the user of the token')
    .addOptions(actorOption(), ...placeOptions())
    .action((options: DatabaseOption & JsonOption) =>
      run(options, { database: options.db, needs: [] }, ({ actor, session }) =>
        session
          ? session().map(sessionReport)
          : actor().map((own): Report => ({ json: { actor: own }, lines: [own] })),
      ),
    );
};

function sessionReport(session: SessionJson): Report {
  const { admin, permissions, reader, user } = session;
  return {
    json: session,
    lines: tableLines([
      ['ID', user._id],
      ['NAME', user.personalInformation.name],
      ['E-MAIL', user.emails.join(', ')],
      ['ACCESS', admin ? 'admin' : reader ? 'reader' : 'none'],
      ...permissions.map((one) => ['PERMISSION', one]),
    ]),
  };
}
