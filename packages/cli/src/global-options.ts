import { type Command, InvalidArgumentError, Option } from 'commander';
import { VariableOption } from './config/variable-option.js';
import { parseWait } from './options.js';

/** Options of many commands, used where the commands are run. */
export interface GivenOptions {
  readonly actor?: string;
  readonly dryRun?: boolean;
  readonly newKey?: boolean;
  /** Seconds. */
  readonly wait?: number;
}

/** The options of commands that can also come before the name of the command. */
const ANYWHERE = ['--db <file>', '--server <url>', '--json', '--actor <name>', '--reason <text>'];

/** Allows common options anywhere, and adds the options of every command. */
export function addGlobalOptions(program: Command): void {
  program.addOption(new VariableOption('--quiet', 'print only rows and errors').env('OPS_QUIET'));
  for (const flags of ANYWHERE) program.addOption(new Option(flags).hideHelp());
  program.hook('preAction', (_, command) => {
    for (const option of program.options.filter(({ hidden }) => hidden)) {
      const name = option.attributeName();
      if (program.getOptionValueSource(name) !== 'cli') continue;
      handOn(command, option.long ?? '', program.getOptionValue(name));
    }
  });
}

/** As if the option came after the name of the command. */
function handOn(command: Command, flag: string, value: unknown): void {
  const own = command.options.find(({ long }) => long === flag);
  if (!own) command.error(`error: unknown option '${flag}'`);
  try {
    const parsed: unknown =
      typeof value === 'string' && own.parseArg ? own.parseArg(value, undefined) : value;
    command.setOptionValueWithSource(own.attributeName(), parsed, 'cli');
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    command.error(`error: option '${own.flags}' argument '${value}' is invalid. ${error.message}`);
  }
}

/** Adds the common options to every command that writes to the audit log, or signs. */
export function addWriteOptions(command: Command, path = ''): void {
  for (const below of command.commands) addWriteOptions(below, `${path} ${below.name()}`.trim());
  if (command.commands.length > 0) return;
  const hasActor = command.options.some(({ flags }) => flags === '--actor <name>') && path !== 'whoami';
  const isChange = hasActor || path.startsWith('import ');
  if (isChange) {
    command.addOption(
      new Option('--wait <time>', 'wait this long for another program that writes, at most 1h')
        .argParser(parseWait)
        .default(5, '5s'),
    );
  }
  if (isChange || path === 'serve' || path === 'token issue') {
    command.addOption(
      new Option(
        '--new-key',
        'continue with a new key if the key file lacks the key of the newest audit entry',
      ),
    );
  }
}
