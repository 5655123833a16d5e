import { ResultAsync } from '@ops-admin/core';
import type { Command } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import { optionSettings } from '../config/option-settings.js';
import { optionsBelow } from '../config/option-variables.js';
import type { DatabaseOption, JsonOption } from '../options.js';
import { settingsReport } from '../present/settings.js';

/** `config`, with the options of `serve`; comes after it. */
export const registerConfig: RegisterCommand = (program, { run }) => {
  const config = program
    .command('config')
    .description('print every setting that the service would run with, secrets masked');
  const serve = program.commands.find((command) => command.name() === 'serve');
  for (const option of serve?.options ?? []) config.addOption(option);
  config.action((options: DatabaseOption & JsonOption, command: Command) =>
    run(options, { database: options.db, needs: [] }, ({ config: read, environment }) =>
      // Only now: what reads settings is loaded by the commands that need them.
      ResultAsync.fromSafePromise(import('@ops-admin/service')).map(({ listSettings }) => {
        const others = optionSettings(command, optionsBelow(program), environment);
        return settingsReport(listSettings({ config: read, database: options.db, environment, others }));
      }),
    ),
  );
};
