/** Where things are in a JSON array. */
export interface JsonOutline {
  /** The line, from 1, on which each element begins; right for valid JSON alone. */
  readonly elementLines: readonly number[];
  /** The line on which more arrays and objects are open than was allowed, if there is one. */
  readonly tooDeepLine: number | undefined;
}

/** Looks a JSON array over in one pass. Not by recursion: a file may be nested deeper than the stack is. */
export function outlineOf(text: string, maxLevels: number): JsonOutline {
  const elementLines: number[] = [];
  let tooDeepLine: number | undefined;
  let line = 1;
  let levels = 0;
  let isInText = false;
  let awaitsElement = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\n') line++;
    else if (isInText) {
      if (character === '\\') at++;
      else if (character === '"') isInText = false;
      continue;
    }
    if (/\s/.test(character)) continue;
    if (awaitsElement && character !== ']') elementLines.push(line);
    awaitsElement = levels === 1 && character === ',';
    if (character === '"') isInText = true;
    else if (character === ']' || character === '}') levels--;
    else if (character === '[' || character === '{') {
      levels++;
      awaitsElement = levels === 1;
      if (levels > maxLevels) tooDeepLine ??= line;
    }
  }
  return { elementLines, tooDeepLine };
}
