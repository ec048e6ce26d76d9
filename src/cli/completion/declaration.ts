import { type Call, declareVerb, type VerbDeclaration } from '../declaration.ts';

const ACTIONS = {
  bash: { about: 'for ~/.bashrc: eval "$(sluice completion bash)"' },
  zsh: { about: 'for ~/.zshrc: source <(sluice completion zsh)' },
  fish: { about: 'for ~/.config/fish/config.fish: sluice completion fish | source' },
  words: {
    about: 'print completions of the last word, for the scripts',
    operands: {
      form: '-- <word>…',
      is: 'the words behind sluice',
      least: 0,
      most: Number.POSITIVE_INFINITY,
      mayBeEmpty: true,
    },
  },
} as const;

type Verbs = Readonly<Record<string, VerbDeclaration>>;
export type CompletionCall = Call<Record<never, never>, keyof typeof ACTIONS>;

/** @param verbs all of them, this one too */
export const completionOf = (verbs: () => Verbs): VerbDeclaration =>
  declareVerb({
    name: 'completion',
    group: 'program',
    about: 'print a completion script for a shell',
    actions: ACTIONS,
    notes: `Process keys and ids come from the API if it answers within 300 ms.
`,
    run: async (call) => (await import('./completion.ts')).runCompletion(call, verbs()),
  });
