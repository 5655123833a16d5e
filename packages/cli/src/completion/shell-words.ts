import type { Candidate } from './complete-line.js';
import type { Shell } from './completion-scripts.js';

/** The words of a line; bash splits them at `@`, `:` and `=`, and these pieces are joined again. */
export function wordsOf(shell: Shell, pieces: readonly string[]): string[] {
  if (shell !== 'bash') return [...pieces];
  const words: string[] = [];
  let isOpen = false;
  for (const piece of pieces) {
    const isBreak = BREAK.test(piece);
    if (words.length > 0 && (isBreak || isOpen)) words.push(`${words.pop()}${piece}`);
    else words.push(piece);
    isOpen = isBreak;
  }
  return words;
}

const BREAK = /^[@:=]$/;

/** The line of output for a candidate; bash gets only the rest of its last piece, as it is typed. */
export function lineFor(shell: Shell, { description, word }: Candidate, pieces: readonly string[]): string {
  if (shell !== 'bash') {
    const [separator, text] = shell === 'zsh' ? [':', word.replaceAll(':', '\\:')] : ['\t', word];
    return description === '' ? text : `${text}${separator}${description}`;
  }
  const last = wordsOf(shell, pieces).at(-1) ?? '';
  const piece = pieces.at(-1) ?? '';
  const rest = word.slice(BREAK.test(piece) ? last.length : last.length - piece.length);
  return /^['"]/.test(piece) ? rest : rest.replaceAll('*', '\\*');
}
