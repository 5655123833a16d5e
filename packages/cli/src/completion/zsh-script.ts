import { allNodes, type CommandNode, valuesOf, wordsOf } from './command-tree.js';

/** Completes in zsh, from a folder of `fpath` or sourced. */
export function zshScript(name: string, tree: CommandNode): string {
  const nodes = allNodes(tree);
  const below = nodes.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  const valueCases = valuesOf(nodes).map(({ keys, values }) => {
    const complete = values.length > 0 ? `compadd -- ${values.join(' ')}` : '_files';
    return `    (${keys.map(quoted).join('|')}) ${complete}; return ;;`;
  });
  const itemCases = nodes.map((node) => {
    const words = wordsOf(node).map(({ description, word }) => item(word, description));
    const flags = node.options.map(({ description, flag }) => item(flag, description));
    return `    (${quoted(node.path)}) items=(${words.join(' ')}) flags=(${flags.join(' ')}) ;;`;
  });
  return `#compdef ${name}
# Completion of ${name} in zsh.
_ops_admin() {
  local at='' word previous=\${words[CURRENT-1]}
  local -a items flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      (${below.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at $previous" in
${valueCases.join('\n')}
  esac
  case "$at" in
${itemCases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe option flags
  elif (( $#items )); then _describe command items
  else _files
  fi
}
if [[ $funcstack[1] == _ops_admin ]]; then _ops_admin "$@"; else compdef _ops_admin ${name}; fi
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function item(word: string, description: string): string {
  return quoted(description === '' ? word : `${word}:${description.replaceAll(':', '\\:')}`);
}
