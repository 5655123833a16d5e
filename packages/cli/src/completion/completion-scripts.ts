export type Shell = 'bash' | 'fish' | 'zsh';

/** The script of each shell, which asks `ops-admin complete` for words; without any, it completes files. */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of ops-admin in bash. Use it with: source <(ops-admin completion bash)
_ops_admin() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(ops-admin complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _ops_admin ops-admin
`,
  zsh: `#compdef ops-admin
# Completion of ops-admin in zsh.
_ops_admin() {
  local -a found
  found=("\${(@f)$(ops-admin complete zsh -- "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  if [[ -n $found ]]; then _describe ops-admin found; else _files; fi
}
if [[ $funcstack[1] == _ops_admin ]]; then _ops_admin "$@"; else compdef _ops_admin ops-admin; fi
`,
  fish: `# Completion of ops-admin in fish.
function __ops_admin_complete
    set -l typed (commandline -ct)
    set -l found (ops-admin complete fish -- (commandline -opc)[2..] "$typed" 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path "$typed"
    end
end
complete -c ops-admin -f -a '(__ops_admin_complete)'
`,
};
