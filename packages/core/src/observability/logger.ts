/** The fields of a log line. Never tokens or keys; addresses only at `debug`. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes log lines; pino's loggers fit. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  /** A problem that the service handles, but somebody should look at. */
  warn(fields: LogFields, message: string): void;
  /** A request or a job failed, and the service is at fault. */
  error(fields: LogFields, message: string): void;
}
