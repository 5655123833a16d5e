import { StoreFault } from '../values/store-fault.js';

/** The newest entry has no genuine signature: somebody tampered with the trail, which is not continued. */
export class TrailEndForged extends StoreFault {
  constructor(entryId: number) {
    super(
      `the newest audit entry, ${entryId}, is not signed by the key in use; nothing was changed; run ops-admin audit verify`,
    );
  }
}
