import { findNextWords } from './next-words.ts';
import type { CompletionCall } from './program-declarations.ts';
import type { VerbDeclaration } from './verb-declaration.ts';

/**
 * Scripts by shell. They call `sluice completion words`, which prints one line per completion (word, tab, description), then a line with `:` and the
 * kind of path to complete (`file` or `folder`).
 */
const SCRIPTS = {
  // readline splits words at : and =, unless COMP_WORDBREAKS was changed
  bash: `_sluice() {
  local line=\${COMP_LINE:0:COMP_POINT} words cur cut='' word
  IFS=$' \\t\\n' read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  cur=\${words[\${#words[@]}-1]}
  [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]] && cut=\${cur%"\${cur##*:}"}
  [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]] && cut=\${cur%"\${cur##*=}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    case $word in
      :file) compopt -o default 2> /dev/null ;;
      :folder) compopt -o dirnames 2> /dev/null ;;
      :*) ;;
      *) COMPREPLY+=("\${word#"$cut"}") ;;
    esac
  done < <(sluice completion words -- "\${words[@]:1}" 2> /dev/null)
}
complete -F _sluice sluice
`,
  zsh: `#compdef sluice
_sluice() {
  local -a lines values
  local line
  lines=("\${(@f)$(sluice completion words -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  for line in "\${lines[@]}"; do
    case $line in
      :file) compset -P '--*='; _files; return ;;
      :folder) compset -P '--*='; _files -/; return ;;
      :*|'') ;;
      *$'\\t'*) values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
      *) values+=("\${line//:/\\\\:}") ;;
    esac
  done
  (( \${#values} )) && _describe -V sluice values
}
if [[ \${funcstack[1]} == _sluice ]]; then
  _sluice "$@"
else
  compdef _sluice sluice
fi
`,
  fish: `function __sluice_complete
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  test (count $current) -eq 0; and set current ''
  for line in (sluice completion words -- $before[2..-1] $current 2> /dev/null)
    switch $line
      case :file
        __fish_complete_path $current
      case :folder
        __fish_complete_directories $current
      case ':*'
      case '*'
        echo $line
    end
  end
end
complete -c sluice -f -a '(__sluice_complete)'
`,
} as const;

/** `words`: prints the completions for a script and ends the process. Otherwise prints the script of a shell. */
export async function runCompletion(
  { action, operands }: CompletionCall,
  verbs: Readonly<Record<string, VerbDeclaration>>,
): Promise<undefined> {
  if (action !== 'words') {
    process.stdout.write(SCRIPTS[action]);
    return;
  }
  const next = findNextWords(operands, verbs);
  const { asks } = next;
  const isPath = asks === 'file' || asks === 'folder';
  // loads modules only when needed, because a shell waits
  const asked = asks === undefined || isPath ? [] : await (await import('./asked-words.ts')).askedWords(asks, next);
  const lines = [...next.words.map(({ text, about }) => (about === '' ? text : `${text}\t${about}`)), ...asked];
  lines.push(isPath ? `:${asks}` : ':');
  // does not wait for running requests
  process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(0));
}
