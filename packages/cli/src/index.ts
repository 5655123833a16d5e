// For programs that are `ops-admin` with areas of their own. The command itself is bin/ops-admin.js.
export type {
  AddAreaCommands,
  AreaCommandError,
  AreaCommandOptions,
  AreaInvalidInput,
  AreaKit,
  AreaNotFound,
  AreaProgram,
  AreaRecords,
} from './areas/area-program.js';
export { runProcess } from './run-process.js';
