import type { DepartmentNode } from './department.js';

/** Deeper levels have this indentation. Otherwise a long chain of departments would be mostly spaces. */
const MAX_LEVELS_INDENTED = 20;

/**
 * Writes a forest of departments as JSON, because `JSON.stringify` fails some thousand levels deep. `spaces` indent each level;
 * without them everything is on one line.
 */
export function writeDepartmentTree(forest: readonly DepartmentNode[], spaces = 0): string {
  const breakAt = (indents: number) => (spaces > 0 ? `\n${' '.repeat(spaces * indents)}` : '');
  const colon = spaces > 0 ? ': ' : ':';
  const parts: string[] = ['['];
  const open = [{ nodes: forest, next: 0 }];
  for (let list = open.at(-1); list !== undefined; list = open.at(-1)) {
    // A department and its list of children are a level each.
    const indents = 2 * Math.min(open.length - 1, MAX_LEVELS_INDENTED);
    const node = list.nodes[list.next++];
    if (node === undefined) {
      open.pop();
      parts.push(
        list.nodes.length > 0 ? breakAt(indents) : '',
        ']',
        open.length > 0 ? `${breakAt(indents - 1)}}` : '',
      );
      continue;
    }
    const { children, ...own } = node;
    const text = JSON.stringify(own, null, spaces).replaceAll('\n', breakAt(indents + 1));
    // Without the closing brace and its line; on one line, without the last character.
    const members = text.slice(0, text.lastIndexOf('\n'));
    parts.push(list.next > 1 ? ',' : '', breakAt(indents + 1), members);
    parts.push(',', breakAt(indents + 2), '"children"', colon, '[');
    open.push({ nodes: children, next: 0 });
  }
  return parts.join('');
}
