import { okAsync, ResultAsync } from '@ops-admin/core';
import type { Command } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import { optionsBelow } from '../config/option-variables.js';
import type { DatabaseOption, JsonOption } from '../options.js';
import { settingsReport } from '../present/settings.js';

/** `config`, with the options of `serve`; stands behind it. */
export const registerConfig: RegisterCommand = (program, { run }) => {
  const config = program
    .command('config')
    .description('print every setting that the service would run with, secrets masked');
  const serve = program.commands.find((command) => command.name() === 'serve');
  for (const option of serve?.options ?? []) config.addOption(option);
  config.action((options: DatabaseOption & JsonOption, command: Command) =>
    run(options, {}, (session) =>
      ResultAsync.fromSafePromise(import('../config/list-settings.js')).andThen(({ listSettings }) =>
        okAsync(settingsReport(listSettings({ ...session, command, otherOptions: optionsBelow(program) }))),
      ),
    ),
  );
};
