import { readFileSync } from 'node:fs';

/** The code in a document: installed packages, and programs. */
export interface ReadmeCode {
  /** The packages of the line `npm install`. */
  readonly installs: readonly string[];
  readonly scripts: readonly Script[];
}

export type Language = 'js' | 'sh' | 'ts';

export interface Script {
  readonly language: Language;
  readonly text: string;
  /** The lines it prints, if it shows them: comments after `console.log`, and those at its end. */
  readonly prints: readonly string[];
}

const BLOCK = /^```(js|sh|ts)\n(.*?)^```$/gms;
const INSTALL = /^npm install\s/;

export function readmeCode(file: string): ReadmeCode {
  const blocks = [...readFileSync(file, 'utf8').matchAll(BLOCK)];
  const scripts = blocks.map(([, language, text = '']) => ({
    language: language as Language,
    text,
    prints: language === 'sh' ? [] : printedLines(text),
  }));
  const isInstall = ({ text }: Script) => INSTALL.test(text);
  return {
    installs: scripts.filter(isInstall).flatMap(({ text }) => text.split(/[\s\\]+/).slice(2, -1)),
    scripts: scripts.filter((script) => !isInstall(script)),
  };
}

function printedLines(text: string): string[] {
  return text.split('\n').flatMap((line) => /^(?:.*console\.log\(.*\);)? ?\/\/ (.+)$/.exec(line)?.[1] ?? []);
}
