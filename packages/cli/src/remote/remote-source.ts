import type { Config } from '@ops-admin/service';
import type { Io } from '../io.js';
import type { Connection } from './service-connection.js';

/** The operations over HTTP. */
export interface RemoteSource {
  readonly config: Config;
  readonly connection: Connection;
  readonly io: Io;
}
