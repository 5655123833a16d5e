export const EXIT = {
  done: 0,
  failed: 1,
  /** Bad usage or bad input. */
  invalid: 2,
  notFound: 3,
  /** Some rows of a bulk run failed. */
  partly: 4,
  /** Ctrl-C, a closed pipe and a plain kill, as shells number them: 128 and the signal. */
  interrupted: 130,
  pipeClosed: 141,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
