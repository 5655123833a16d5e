/** The position of an array's element in its text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Positions in the text of a JSON array, even an invalid one. */
export interface JsonOutline {
  readonly elements: readonly Span[];
  /** Commas without an element before them, and elements without a comma before them. */
  readonly commas: readonly { readonly at: number; readonly problem: 'too-many' | 'missing' }[];
  /** Where the array ends; `undefined` if it does not. */
  readonly end: number | undefined;
}

/**
 * Scans the text of a JSON array in one pass. Not recursive: a file can be nested deeper than the stack. A broken element
 * must not spoil the others, so no text goes past the end of a line, and a line that begins like the first element begins a
 * new one.
 */
export function outlineOf(text: string): JsonOutline {
  const elements: Span[] = [];
  const commas: { at: number; problem: 'too-many' | 'missing' }[] = [];
  const opening = text.indexOf('[') + 1;
  const first = opening + (/\S/.exec(text.slice(opening))?.index ?? 0);
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, first))?.[1] ?? '';
  const newLine = `${indent}{`;
  let start: number | undefined;
  let levels = 0;
  let isInText = false;
  let hasComma = true;
  let lastComma = opening;
  const close = (end: number) => {
    if (start !== undefined) elements.push({ start, end });
    start = undefined;
    levels = 0;
    isInText = false;
  };
  for (let at = opening; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\n') {
      isInText = false;
      if (start !== undefined && text.startsWith(newLine, at + 1)) {
        // A text that breaks off says nothing about commas.
        hasComma = levels > 0;
        close(at);
      }
      continue;
    }
    if (isInText) {
      if (character === '\\' && text[at + 1] !== '\n') at++;
      else if (character === '"') isInText = false;
      continue;
    }
    if (/\s/.test(character)) continue;
    if (levels === 0 && character === ']') {
      if (start === undefined && hasComma && elements.length > 0)
        commas.push({ at: lastComma, problem: 'too-many' });
      close(at);
      return { elements, commas, end: at + 1 };
    }
    if (levels === 0 && character === ',') {
      if (start === undefined && hasComma) commas.push({ at, problem: 'too-many' });
      close(at);
      hasComma = true;
      lastComma = at;
      continue;
    }
    if (start === undefined) {
      if (!hasComma) commas.push({ at, problem: 'missing' });
      start = at;
      hasComma = false;
    }
    if (character === '"') isInText = true;
    else if (character === '[' || character === '{') levels++;
    else if ((character === ']' || character === '}') && levels > 0) levels--;
  }
  close(text.length);
  return { elements, commas, end: undefined };
}

/** Whether a JSON text is nested deeper than that many levels. */
export function isDeeper(text: string, maxLevels: number): boolean {
  let levels = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isInText = !isInText;
    else if (isInText && character === '\\') at++;
    else if (!isInText && (character === '[' || character === '{')) {
      if (++levels > maxLevels) return true;
    } else if (!isInText && (character === ']' || character === '}')) levels--;
  }
  return false;
}
