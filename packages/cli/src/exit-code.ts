/** What a command tells the shell (decision 9). */
export const EXIT = {
  done: 0,
  failed: 1,
  /** Bad usage or bad input. */
  invalid: 2,
  notFound: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
