import { allNodes, type CommandNode, valuesOf, wordsOf } from './command-tree.js';

/** Completes in bash; an unknown word is completed as a file. */
export function bashScript(name: string, tree: CommandNode): string {
  const nodes = allNodes(tree);
  const below = nodes.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const valueCases = valuesOf(nodes).map(
    ({ keys, values }) => `    ${keys.map((key) => `'${key}'`).join('|')}) words='${values.join(' ')}' ;;`,
  );
  const wordCases = nodes.map((node) => {
    const words = wordsOf(node).map(({ word }) => word);
    const flags = node.options.map(({ flag }) => flag);
    return `    '${node.path}') words='${words.join(' ')}' flags='${flags.join(' ')}' ;;`;
  });
  return `# Completion of ${name} in bash. Use it with: source <(${name} completion bash)
_ops_admin() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' words='' flags='' word
  # "--format=csv" comes in three words.
  [[ $cur == '=' ]] && cur='' || { [[ $prev == '=' ]] && prev=\${COMP_WORDS[COMP_CWORD-2]}; }
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${below.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  COMPREPLY=()
  case "$at $prev" in
${valueCases.join('\n')}
    *)
      case "$at" in
${wordCases.map((line) => `    ${line}`).join('\n')}
      esac
      [[ $cur == -* ]] && words=$flags
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _ops_admin ${name}
`;
}
