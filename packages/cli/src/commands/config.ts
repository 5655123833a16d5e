import { ResultAsync } from '@ops-admin/core';
import type { Environment, Setting } from '@ops-admin/service';
import { MASK } from '@ops-admin/service/config';
import type { Command } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import { optionSettings } from '../config/option-settings.js';
import { optionsBelow } from '../config/option-variables.js';
import type { DatabaseOption, JsonOption } from '../options.js';
import { listReport } from '../present/report.js';
import { TOKEN_VARIABLES } from '../remote/server-option.js';

/** The token of commands that use a service; shown only if set, like the options of other commands. */
function tokenSettings(environment: Environment): Setting[] {
  const [token, file] = TOKEN_VARIABLES;
  return [token, file].flatMap((name): Setting[] => {
    const given = environment[name];
    if (given === undefined) return [];
    return [{ name, value: name === token ? MASK : given, source: 'environment' }];
  });
}

/** `config`, with the options of `serve`; comes after it. */
export const registerConfig: RegisterCommand = (program, { run }) => {
  const config = program
    .command('config')
    .description('print every setting in effect and where it comes from; secrets are masked');
  const serve = program.commands.find((command) => command.name() === 'serve');
  for (const option of serve?.options ?? []) config.addOption(option);
  config.action((options: DatabaseOption & JsonOption, command: Command) =>
    run(options, { database: options.db, needs: [] }, ({ config: read, environment }) =>
      // Only now: the commands that need settings load the code that reads them.
      ResultAsync.fromSafePromise(import('@ops-admin/service')).map(({ listSettings }) => {
        const others = [
          ...optionSettings(command, optionsBelow(program), environment),
          ...tokenSettings(environment),
        ];
        const report = listReport(listSettings({ config: read, database: options.db, environment, others }), {
          VARIABLE: ({ name }) => name,
          VALUE: ({ value }) => value ?? 'none',
          SOURCE: ({ source }) => source,
        });
        return { ...report, isPaged: false };
      }),
    ),
  );
};
