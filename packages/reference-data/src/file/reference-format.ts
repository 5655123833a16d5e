/** SQLite `application_id` of a reference file, "OpsR", which tells it from any other database. */
export const REFERENCE_APPLICATION_ID = 0x4f707352;

/** SQLite `user_version` of the reference files this version reads and writes. */
export const REFERENCE_FORMAT = 2;
