import { allNodes, type CommandNode, valuesOf, wordsOf } from './command-tree.js';

/** Completes in bash, what is in the database too; an unknown word is completed as a file. */
export function bashScript(name: string, tree: CommandNode): string {
  const nodes = allNodes(tree);
  const below = nodes.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const valued = valuesOf(nodes);
  const kinds = kindsOf(nodes);
  const cases = (keys: readonly string[], does: string) =>
    `    ${keys.map((key) => `'${key}'`).join('|')}) ${does} ;;`;
  const wordCases = nodes.map((node) => {
    const words = wordsOf(node).map(({ word }) => word);
    const flags = node.options.map(({ flag }) => flag);
    const places = node.kinds.map(({ kind = '-', repeats }) => `${kind}${repeats ? '+' : ''}`);
    return `    '${node.path}') words='${words.join(' ')}' flags='${flags.join(' ')}' places=(${places.join(' ')}) ;;`;
  });
  return `# Completion of ${name} in bash. Use it with: source <(${name} completion bash)
_ops_admin() {
  local at='' words='' flags='' kind='' option='' glue='' chosen='' word piece=\${COMP_WORDS[COMP_CWORD]}
  local -a typed=() places=() where=()
  local -i place=0
  # bash takes "ada@example.org" for three words.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ \${#typed[@]} -gt 0 && ( $glue || $word == [@:] ) ]]; then
      typed[\${#typed[@]}-1]+=$word
      [[ $word == [@:] ]] && glue=1 || glue=''
    else
      typed+=("$word") glue=''
    fi
  done
  local cur=\${typed[\${#typed[@]}-1]}
  local cut=\${cur%"$piece"}
  [[ $piece == [@:] ]] && cut=$cur
  # "--format=csv" comes in three words.
  [[ $cur == '=' ]] && cur=''
  for word in "\${typed[@]:0:\${#typed[@]}-1}"; do
    [[ $word == '=' ]] && continue
    [[ $option ]] && { option=''; continue; }
    case $word in --file|--holding|--granted|--department|--all-users) chosen=1 ;; esac
    case "$at $word" in
${cases(
  valued.flatMap(({ keys }) => keys),
  'option=$word; continue',
)}
    esac
    [[ $word == -* ]] && continue
    case "\${at:+$at }$word" in
      ${below.join('|')}) at="\${at:+$at }$word" ;;
      *) place+=1 ;;
    esac
  done
  COMPREPLY=()
  case "$at $option" in
${[...kinds].map(([kind, keys]) => cases(keys, `kind=${kind}`)).join('\n')}
${valued
  .filter(({ values }) => values.length > 0)
  .map(({ keys, values }) => cases(keys, `words='${values.join(' ')}'`))
  .join('\n')}
    *' ')
      case "$at" in
${wordCases.map((line) => `    ${line}`).join('\n')}
      esac
      # Who is chosen by an option is not named.
      [[ $chosen && \${places[0]} == user && \${#places[@]} -gt 1 ]] && place+=1
      kind=\${places[place]:-}
      [[ ! $kind && \${#places[@]} -gt 0 && \${places[\${#places[@]}-1]} == *+ ]] && kind=\${places[\${#places[@]}-1]}
      kind=\${kind%+}
      [[ $cur == -* ]] && words=$flags kind=''
      ;;
  esac
  if [[ $kind && $kind != - ]]; then
    [[ $COMP_LINE =~ [[:space:]](--db|--server)[=[:space:]]+([^[:space:]]+) ]] && where=("\${BASH_REMATCH[@]:1}")
    cur=\${cur#[\\'\\"]}
    while IFS= read -r word; do
      [[ $piece == [\\'\\"]* ]] || word=\${word//\\*/\\\\*}
      COMPREPLY+=("\${word#"$cut"}")
    done < <(${name} complete "\${where[@]}" -- "$kind" "$cur" 2>/dev/null)
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _ops_admin ${name}
`;
}

/** The options that name something in the database, each after its command, by what they name. */
function kindsOf(nodes: readonly CommandNode[]): ReadonlyMap<string, readonly string[]> {
  const byKind = new Map<string, string[]>();
  for (const { options, path } of nodes) {
    for (const { flag, kind, values } of options) {
      if (kind === undefined || values.length > 0) continue;
      byKind.set(kind, [...(byKind.get(kind) ?? []), `${path} ${flag}`]);
    }
  }
  return byKind;
}
