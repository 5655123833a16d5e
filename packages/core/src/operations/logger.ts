/** What a log line says, by name. Never tokens or keys; addresses at `debug` alone. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the service says what happens to it; pino's loggers fit. */
export interface Logger {
  /** For anyone who looks for a fault. */
  debug(fields: LogFields, message: string): void;
  /** What happens in good order. */
  info(fields: LogFields, message: string): void;
  /** Something that the service gets along with, and somebody should look at. */
  warn(fields: LogFields, message: string): void;
  /** A request or a piece of work failed, and it was our fault. */
  error(fields: LogFields, message: string): void;
}
