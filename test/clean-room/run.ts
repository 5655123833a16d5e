import { type ChildProcess, spawn } from 'node:child_process';

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  /** Both streams, as a terminal would show them. */
  readonly output: string;
}

/** Variables that would let a program find the workspace's packages, or reveal that it runs inside another. */
const OURS = /^(NODE_PATH|NODE_OPTIONS|INIT_CWD|npm_(?!config_)|pnpm_)/i;

/** The environment of a user outside this workspace. */
export function strangersEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !OURS.test(name) && !name.startsWith('OPS_'));
  return { ...Object.fromEntries(kept), ...more };
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

export function start(command: string, args: readonly string[], { cwd, env }: RunOptions): ChildProcess {
  return spawn(command, args, { cwd, env: strangersEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a program to its end, also to a failure. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = start(command, args, options);
    let stdout = '';
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, output }));
  });
}

/** The standard output of a program that has to end well. */
export async function outputOf(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { code, output, stdout } = await run(command, args, options);
  if (code === 0) return stdout;
  throw new Error(`${[command, ...args].join(' ')} ended with ${code}:\n${output}`);
}
