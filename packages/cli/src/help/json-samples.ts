/** What commands print with `--json`, by their names; a test holds them to it. */
export const JSON_SAMPLES: Readonly<Record<string, unknown>> = {};
