/**
 * With more rows, what can look at all of them to answer with few is heavy: it runs apart from all else, and few at once (decision
 * 20, "19.").
 */
export const MANY_ROWS = 10_000;
