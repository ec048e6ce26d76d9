import type { Completes, VerbDeclaration } from '../verb-declaration.ts';
import type { CompletionCall } from '../program-declarations.ts';
import { findNextWords, type NextWords } from './next-words.ts';
import { sleep } from '../../platform/retry.ts';
import type { ApiClient } from '../connection/api-client.ts';
import { clientOf } from '../connection/find-api.ts';
import { readProfiles } from '../connection/profile-file.ts';

/**
 * Completion scripts of shells. They call `sluice completion words` for lines of a word, a tab and its description, and a line
 * with the kind of other values.
 */
const SCRIPTS = {
  // readline treats the text after : and = as a separate word, unless COMP_WORDBREAKS was changed
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

/** `sluice completion`: a script for a shell, and what it asks for. */
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
  // loads modules only when needed, because a shell waits for this
  const asked = asks === undefined || isPath ? [] : await askedWords(asks, next);
  const lines = [...next.words.map(({ text, about }) => (about === '' ? text : `${text}\t${about}`)), ...asked];
  lines.push(isPath ? `:${asks}` : ':');
  // ends also with a request that is still running
  process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(0));
}

/** Longest time that a shell waits for the API. Unit: ms. */
const PATIENCE_MS = 300;
const MOST = 100;

/** What a shell takes as it is. A name of something else could be read as a command. */
const PLAIN = /^\w[\w.:@+-]*$/;

type Asked = Exclude<Completes, 'file' | 'folder' | 'verb' | 'profile'>;
interface Answer {
  readonly items?: readonly Readonly<Record<string, unknown>>[];
  readonly data?: readonly Readonly<Record<string, unknown>>[];
}

/** Where each kind is listed, and the member that is wanted. */
const LISTS: Readonly<Record<Asked, { readonly path: string; readonly member: string }>> = {
  process: { path: `/Definitions?pageSize=${MOST}`, member: 'processDefinitionKey' },
  instance: { path: `/Instances?pageSize=${MOST}&sorts=-CreatedAt`, member: 'instanceId' },
  incident: { path: `/Incidents?pageSize=${MOST}`, member: 'incidentId' },
  task: { path: `/UserTasks?pageSize=${MOST}`, member: 'activityInstanceId' },
};

/** What the API, or the file of profiles, has of a kind; nothing when it does not answer at once, and no word about it. */
async function askedWords(kind: Exclude<Completes, 'file' | 'folder'>, next: NextWords): Promise<readonly string[]> {
  try {
    const all = kind === 'verb' ? [] : kind === 'profile' ? [...readProfiles().byName.keys()] : await askApi(kind, next);
    const fit = all.filter((text) => PLAIN.test(text) && text.startsWith(next.begun));
    return [...new Set(fit)].map((text) => `${next.before}${text}`);
  } catch {
    return [];
  }
}

async function askApi(kind: Asked, { address }: NextWords): Promise<readonly string[]> {
  const { path, member } = LISTS[kind];
  const client: ApiClient = clientOf(address);
  const answer = await Promise.race([client.get<Answer>(path), sleep(PATIENCE_MS)]);
  const rows = answer?.items ?? answer?.data ?? [];
  return rows.map((row) => row[member]).filter((value) => typeof value === 'string');
}
