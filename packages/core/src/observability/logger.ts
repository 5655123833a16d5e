/** The fields of a log line. Never tokens or keys; addresses only at `debug`. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the service writes log lines; pino's loggers fit. */
export interface Logger {
  /** Details for finding a fault. */
  debug(fields: LogFields, message: string): void;
  /** Normal events. */
  info(fields: LogFields, message: string): void;
  /** A problem that the service can handle, but somebody should look at. */
  warn(fields: LogFields, message: string): void;
  /** A request or a job failed, and the service is at fault. */
  error(fields: LogFields, message: string): void;
}
