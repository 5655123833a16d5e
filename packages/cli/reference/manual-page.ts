import { EXIT } from '../dist/exit-code.js';
import { VERSION } from '../dist/version.js';
import { commandEntries, program } from './command-entries.ts';

/** What each exit code means, as the manual page and docs/administering.md have it. */
export const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.done, 'done, also if there was nothing to do'],
  [EXIT.failed, 'failed: database, disk, network, a refused token, a broken audit log'],
  [EXIT.invalid, 'wrong usage, settings or input, or a refused change; nothing was changed'],
  [EXIT.notFound, 'what you named does not exist'],
  [EXIT.partly, 'some rows failed, in a dry run too; or --strict found a mistyped permission'],
  [EXIT.interrupted, 'interrupted (Ctrl-C)'],
  [EXIT.pipeClosed, 'the program that read the output has ended'],
  [EXIT.terminated, 'terminated'],
];

/** The manual page of the command, as `man` reads it. */
export function manualPage(): string {
  const commands = commandEntries().flatMap(({ description, examples, name, terms, usage }) => [
    `.SS ${roff(name)}`,
    `.B ${roff(usage)}`,
    '.PP',
    roff(description),
    ...terms.flatMap((one) => ['.TP', `.B ${roff(one.term)}`, roff(one.description)]),
    ...(examples.length > 0
      ? ['.PP', 'Examples:', '.PP', '.nf', '.RS', ...examples.map(roff), '.RE', '.fi']
      : []),
  ]);
  return [
    `.TH OPS\\-ADMIN 1 "" "ops\\-admin ${roff(VERSION)}"`,
    '.SH NAME',
    `ops\\-admin \\- ${roff(program().description())}`,
    '.SH SYNOPSIS',
    '.B ops\\-admin',
    '.I command',
    '[options]',
    '.SH COMMANDS',
    ...commands,
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, roff(meaning)]),
    '',
  ].join('\n');
}

/** A line of text that is not a request of roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
