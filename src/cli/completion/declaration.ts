import { type Call, declareVerb, type VerbDeclaration } from '../declaration.ts';

const ACTIONS = {
  bash: { about: 'for ~/.bashrc: eval "$(sluice completion bash)"' },
  zsh: { about: 'for ~/.zshrc: source <(sluice completion zsh)' },
  fish: { about: 'for ~/.config/fish/config.fish: sluice completion fish | source' },
  words: {
    about: 'what may stand in place of the last of these words; the scripts ask it',
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
    about: 'prints what a shell needs to complete the words of sluice',
    actions: ACTIONS,
    notes: `Verbs, actions, options and their choices come from the program itself. Process keys and ids are asked of the API, for 300 ms at most; without an
answer there are none.
`,
    run: async (call) => (await import('./completion.ts')).runCompletion(call, verbs()),
  });
