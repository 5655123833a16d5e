import { allNodes, type CommandNode, wordsOf } from './command-tree.js';

/** Completes in fish. */
export function fishScript(name: string, tree: CommandNode): string {
  const nodes = allNodes(tree);
  const below = nodes.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  const lines = nodes.flatMap((node) => {
    const at = `complete -c ${name} -n ${quoted(`__ops_admin_at ${quoted(node.path)}`)}`;
    return [
      ...wordsOf(node).map(
        ({ description, word }) => `${at} -f -a ${quoted(word)} -d ${quoted(description)}`,
      ),
      ...node.options.map(({ description, flag, takesValue, values }) => {
        const value = values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r';
        return `${at} -l ${flag.slice(2)}${takesValue ? value : ''} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# Completion of ${name} in fish.
function __ops_admin_at
    set -l at ''
    for word in (commandline -opc)[2..]
        set -l next (string trim -- "$at $word")
        contains -- $next ${below.join(' ')}; and set at $next
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
