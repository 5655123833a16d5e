/** What a log line tells, by name. Never tokens or keys; addresses at `debug` alone. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the service says what happens to it; pino's loggers fit. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}
