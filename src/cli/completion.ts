import { sleep } from '../platform/retry.ts';
import { GLOBAL_OPTIONS, globalOptionsOf } from './arguments.ts';
import type { ApiClient } from './connection/api-client.ts';
import { clientOf, readProfiles } from './connection/find-api.ts';
import { queryOf } from './output/tables.ts';
import type { CompletionCall } from './program-declarations.ts';
import type { ActionDeclaration, Completes, OptionDeclaration, OptionTable, VerbDeclaration } from './verb-declaration.ts';

/** A completion. `about`: description for users; may be empty. */
export interface NextWord {
  readonly text: string;
  readonly about: string;
}

/** Completions of the last word. `asks`: values that the API must be asked for. `before`: prefix of a value in the same word. */
export interface NextWords {
  readonly words: readonly NextWord[];
  readonly asks: Completes | undefined;
  readonly before: string;
  /** the beginning of the word, without the prefix */
  readonly begun: string;
  /** of --url and --profile, as far as they were typed */
  readonly address: { readonly url?: string; readonly profile?: string };
}

/** The words in front of the word that is completed. */
interface Reading {
  verb: VerbDeclaration | undefined;
  action: string | undefined;
  operands: number;
  /** the option whose value is completed */
  option: string | undefined;
  isAfterEnd: boolean;
  readonly used: Set<string>;
  readonly address: { url?: string; profile?: string };
}

/** @param words behind `sluice`; the last one is completed, and may be empty */
export function findNextWords(words: readonly string[], verbs: Readonly<Record<string, VerbDeclaration>>): NextWords {
  const last = words.at(-1) ?? '';
  const reading = readBefore(words.slice(0, -1), verbs);
  const { verb, action, address } = reading;
  const found = (all: readonly NextWord[], asks?: Completes, before = '', begun = last): NextWords => ({
    words: all.filter(({ text }) => text.startsWith(begun)).map(({ text, about }) => ({ text: before + text, about })),
    ...{ asks, before, begun, address },
  });
  const inline = reading.isAfterEnd ? null : /^--([^=]+)=([\s\S]*)$/.exec(last);
  const option = reading.option ?? inline?.[1];
  if (option !== undefined) {
    const declared = optionsOf(verb)[option];
    const [before, begun] = reading.option === undefined ? [`--${option}=`, inline?.[2] ?? ''] : ['', last];
    return found(
      (declared?.choices ?? []).map(wordOf),
      declared?.value === undefined ? undefined : declared.completes,
      before,
      begun,
    );
  }
  if (last.startsWith('-') && !reading.isAfterEnd) return found(optionWords(reading));
  if (verb === undefined) return found(Object.values(verbs).map(({ name, about }) => ({ text: name, about })));
  const actions: Readonly<Record<string, ActionDeclaration>> = verb.actions ?? {};
  if (verb.actions !== undefined && action === undefined)
    return found(Object.entries(actions).map(([text, { about }]) => ({ text, about })));
  const operands = action === undefined ? verb.operands : actions[action]?.operands;
  if (operands === undefined || reading.operands >= operands.most) return found([]);
  if (operands.completes === 'verb') return found(Object.keys(verbs).map(wordOf));
  return found([], operands.completes);
}

function wordOf(text: string): NextWord {
  return { text, about: '' };
}

function optionsOf(verb: VerbDeclaration | undefined): OptionTable {
  // its own ones first
  const all = verb === undefined ? GLOBAL_OPTIONS : { ...verb.options, ...globalOptionsOf(verb), ...verb.options };
  return Object.assign(Object.create(null) as OptionTable, all);
}

function optionWords({ verb, action, used }: Reading): readonly NextWord[] {
  const fits = ([name, { of, multiple }]: [string, OptionDeclaration]) =>
    (multiple === true || !used.has(name)) && (of === undefined || action === undefined || of.includes(action));
  const own = Object.entries<OptionDeclaration>(optionsOf(verb)).filter(fits);
  const words = own.map(([name, { about }]) => ({ text: `--${name}`, about }));
  const extra = verb === undefined ? [{ text: '--version', about: 'the version' }] : [];
  return [...words, ...extra, { text: '--help', about: 'print help' }];
}

function readBefore(words: readonly string[], verbs: Readonly<Record<string, VerbDeclaration>>): Reading {
  const reading: Reading = {
    ...{ verb: undefined, action: undefined, operands: 0, option: undefined, isAfterEnd: false },
    ...{ used: new Set<string>(), address: {} },
  };
  for (const word of words) {
    if (reading.option !== undefined) noteValue(reading, reading.option, word);
    else if (reading.isAfterEnd || !word.startsWith('-')) noteOperand(reading, word, verbs);
    else if (word === '--') reading.isAfterEnd = true;
    else noteOption(reading, word);
  }
  return reading;
}

function noteOption(reading: Reading, word: string): void {
  const [, name = '', value] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
  reading.used.add(name);
  if (optionsOf(reading.verb)[name]?.value === undefined) return;
  if (value === undefined) reading.option = name;
  else noteValue(reading, name, value);
}

function noteValue(reading: Reading, name: string, value: string): void {
  if (name === 'url' || name === 'profile') reading.address[name] = value;
  reading.option = undefined;
}

function noteOperand(reading: Reading, word: string, verbs: Readonly<Record<string, VerbDeclaration>>): void {
  const { verb } = reading;
  if (verb === undefined) reading.verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  else if (verb.actions !== undefined && reading.action === undefined)
    reading.action = Object.hasOwn(verb.actions, word) ? word : undefined;
  else reading.operands += 1;
}

/** Longest time that a shell waits for the API. Unit: ms. */
const PATIENCE_MS = 300;

const MOST = '100';

/** A text that a shell does not interpret. Other names could be read as a command. */
const PLAIN = /^\w[\w.:@+-]*$/;

type Asked = Exclude<Completes, 'file' | 'folder' | 'verb' | 'profile'>;

interface Answer {
  readonly items?: readonly Readonly<Record<string, unknown>>[];
  readonly data?: readonly Readonly<Record<string, unknown>>[];
}

/** List of each kind, and the member with the completion. */
const LISTS = {
  process: { operation: 'listDefinitions', sorts: undefined, member: 'processDefinitionKey' },
  instance: { operation: 'findInstances', sorts: '-CreatedAt', member: 'instanceId' },
  incident: { operation: 'listIncidents', sorts: undefined, member: 'incidentId' },
  task: { operation: 'listUserTasks', sorts: undefined, member: 'activityInstanceId' },
} as const satisfies Readonly<Record<Asked, unknown>>;

/** Completions of a kind from the API or the profile file; empty, without a message, after an error or a timeout. */
export async function askedWords(kind: Exclude<Completes, 'file' | 'folder'>, next: NextWords): Promise<readonly string[]> {
  try {
    const all = kind === 'verb' ? [] : kind === 'profile' ? [...readProfiles().byName.keys()] : await askApi(kind, next);
    const fit = all.filter((text) => PLAIN.test(text) && text.startsWith(next.begun));
    return [...new Set(fit)].map((text) => `${next.before}${text}`);
  } catch {
    return [];
  }
}

async function askApi(kind: Asked, { address }: NextWords): Promise<readonly string[]> {
  const { operation, sorts, member } = LISTS[kind];
  const client: ApiClient = clientOf(address);
  const found = client.call(operation, [], queryOf({ pageSize: MOST, sorts }));
  const answer = (await Promise.race([found, sleep(PATIENCE_MS)])) as Answer | undefined;
  const rows = answer?.items ?? answer?.data ?? [];
  return rows.map((row) => row[member]).filter((value) => typeof value === 'string');
}

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

/** `sluice completion`: a script for a shell, and the values that it requests. */
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
  const asked = asks === undefined || isPath ? [] : await (await import('./completion.ts')).askedWords(asks, next);
  const lines = [...next.words.map(({ text, about }) => (about === '' ? text : `${text}\t${about}`)), ...asked];
  lines.push(isPath ? `:${asks}` : ':');
  // ends also with a request that is still running
  process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(0));
}
