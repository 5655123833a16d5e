import { parse, type ValueNode } from '@humanwhocodes/momoa';
import { err, ok, type Result } from '@ops-admin/core';
import { type JsonFlaw, parseStrictJson } from '@ops-admin/core/operations';
import { type FileMistake, foundText } from './file-mistake.js';
import type { FileRecord, FileRecords, MemberPath } from './file-record.js';
import { arrayParts } from './json-array.js';
import { count, type TextBlocks, textBlocks } from './text-blocks.js';

/** More than any record has, and far less than the search for a mistake's place can walk. */
const MAX_LEVELS = 100;

/** A text of JSON, and where it begins in the file. */
interface Source {
  readonly file: string;
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** Reads one JSON value a line; empty lines are skipped. */
export async function* lineRecords(file: string, blocks: TextBlocks, takesArrays: boolean): FileRecords {
  const hint = `; write ${takesArrays ? 'an array, or ' : ''}one object a line`;
  for await (const block of blocks) {
    if (block.isErr()) return yield err(block.error);
    const { firstLine, text: lines } = block.value;
    let line = firstLine;
    for (const written of lines.split('\n')) {
      const text = written.trim();
      const source = { file, text, line: line++, column: 1 + written.indexOf(text) };
      if (text !== '') yield recordOf(source, parseStrictJson(text), hint);
    }
  }
}

const PROBLEMS = {
  'comma-missing': 'a comma is missing',
  'comma-too-many': 'an unexpected comma',
  'no-end': 'the file ends too early',
  more: 'text follows the array',
};

/** Reads the elements of an array, whose text is in memory as a whole. */
export async function* arrayRecords(file: string, chunks: AsyncIterable<Buffer>): FileRecords {
  for await (const block of textBlocks(file, chunks, true)) {
    if (block.isErr()) return yield err(block.error);
    yield* elementRecords(file, block.value.text);
  }
}

function* elementRecords(file: string, text: string): Generator<Result<FileRecord, FileMistake>, void> {
  for (const part of arrayParts(text)) {
    const { column, line, start } = part;
    if (part.problem === undefined) {
      const source = { file, text: text.slice(start, part.end), line, column };
      yield recordOf(source, part.parsed, '');
      continue;
    }
    const found = part.problem === 'more' && { found: foundIn(text, start) };
    yield err({ file, line, column, message: `not valid JSON: ${PROBLEMS[part.problem]}`, ...found });
  }
}

function recordOf(
  source: Source,
  parsed: Result<unknown, JsonFlaw>,
  hint: string,
): Result<FileRecord, FileMistake> {
  const { line, text } = source;
  return parsed
    .orElse((flaw): Result<unknown, FileMistake> => {
      if (flaw === 'not-json') return err(syntaxMistakeIn(source, hint));
      // The strict reader refuses a member `__proto__`, too, which can be a permission.
      const repetition = repetitionIn(source);
      return repetition ? err(repetition) : ok(JSON.parse(text));
    })
    .map((value) => ({
      line,
      isCsv: false,
      value,
      mistakeIn: (path, message, found) => mistakeAt(source, offsetIn(text, path), message, found),
    }));
}

function syntaxMistakeIn(source: Source, hint: string): FileMistake {
  const { text } = source;
  if (isDeeper(text, MAX_LEVELS)) {
    return mistakeAt(source, 0, `nested deeper than ${MAX_LEVELS} levels, and not valid JSON${hint}`);
  }
  const offset = syntaxErrorIn(text);
  const found = offset < text.length ? foundIn(text, offset) : 'the end of it';
  return mistakeAt(source, offset, `not valid JSON${hint}`, found);
}

/** A member that an object has twice. */
function repetitionIn(source: Source): FileMistake | undefined {
  if (isDeeper(source.text, MAX_LEVELS)) return mistakeAt(source, 0, 'a member is repeated');
  const values = [parse(source.text).body];
  for (const value of values) {
    if (value.type === 'Array') values.push(...value.elements.map((element) => element.value));
    if (value.type !== 'Object') continue;
    const names = new Set<string>();
    for (const { name, value: inner } of value.members) {
      const text = name.type === 'String' ? name.value : name.name;
      const { offset } = name.loc.start;
      if (names.has(text)) return mistakeAt(source, offset, `the member ${text} is repeated`);
      names.add(text);
      values.push(inner);
    }
  }
  return undefined;
}

function mistakeAt(
  { column, file, line, text }: Source,
  offset: number,
  message: string,
  found?: string,
): FileMistake {
  const before = text.slice(0, offset);
  const feeds = count(before, '\n');
  return {
    file,
    line: line + feeds,
    column: feeds === 0 ? column + offset : offset - before.lastIndexOf('\n'),
    message,
    ...(found !== undefined && { found }),
  };
}

/** The rest of a line, cut short. */
function foundIn(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return foundText(text.slice(offset, end < 0 ? undefined : end).trimEnd());
}

/** Where a text stops being JSON. */
function syntaxErrorIn(text: string): number {
  const openQuote = openQuoteIn(text);
  try {
    parse(text);
    return 0;
  } catch (error) {
    const { message, offset } = error as { readonly message: string; readonly offset?: number };
    // If the end comes too early, momoa names another place.
    const isCutShort = offset === undefined || message.startsWith('Unexpected end');
    return Math.min(isCutShort ? text.length : offset, openQuote);
  }
}

/** Where a string begins that does not end on its line. The text can be the rest of a long file. */
function openQuoteIn(text: string): number {
  for (const { 1: end, index } of text.matchAll(/"(?:[^"\\\n]|\\[^\n])*("?)/g)) if (end === '') return index;
  return text.length;
}

/** The position of a member, or of the innermost existing one. */
function offsetIn(text: string, path: MemberPath): number {
  if (isDeeper(text, MAX_LEVELS)) return 0;
  let node: ValueNode | undefined = parse(text).body;
  let offset = node.loc.start.offset;
  for (const key of path) {
    if (node?.type === 'Object') {
      node = node.members.find(
        ({ name }) => (name.type === 'String' ? name.value : name.name) === key,
      )?.value;
    } else if (node?.type === 'Array') node = node.elements[Number(key)]?.value;
    else return offset;
    if (!node) return offset;
    offset = node.loc.start.offset;
  }
  return offset;
}

/** Whether a JSON text is nested deeper than that many levels. */
function isDeeper(text: string, maxLevels: number): boolean {
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
