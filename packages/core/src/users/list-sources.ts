import type { AuditLog } from '../audit/audit-log.js';
import type { UserDirectory } from './user-directory.js';

/**
 * Where lists are read, which can be a copy that is late (decision 20, "19."). Nothing that is decided or changed is read there: no
 * right, no session, no user by their id, and not the trail as a feed.
 */
export interface ListSources {
  readonly audit: AuditLog;
  readonly users: UserDirectory;
}
