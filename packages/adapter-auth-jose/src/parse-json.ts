/** The value, or `undefined` for what is not JSON; the message of a failed parse would show what the text holds. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
