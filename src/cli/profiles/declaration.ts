import { type Call, declareVerb, one } from '../declaration.ts';

const ADD = ['add'] as const;
const OPTIONS = {
  url: { value: '<url>', about: 'its address; a path in front of the endpoints stays', of: ADD },
  'token-file': { value: '<file>', about: 'has the token; - is the standard input', of: ADD, completes: 'file' },
  token: { value: '<token>', about: 'the token; others on this machine can read it while this runs', of: ADD },
  'without-token': { about: 'the API asks for none', of: ADD },
} as const;

const PROFILE = one('<name>', 'the name of a profile', 'profile');
const ACTIONS = {
  list: { about: 'their names and addresses; never a token', isDefault: true },
  add: { about: 'keeps --url, and a token that is asked for or read from the standard input', operands: PROFILE },
  use: {
    about: 'the one that is asked when nothing else is said; without a name: none',
    operands: { form: '[<name>]', is: 'the name of a profile', least: 0, most: 1, completes: 'profile' },
  },
  remove: { about: 'forgets it, and its token', operands: PROFILE },
} as const;

export type ProfileCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const PROFILE_VERB = declareVerb({
  name: 'profile',
  group: 'program',
  about: 'keeps addresses and tokens of installations under names',
  actions: ACTIONS,
  options: OPTIONS,
  printsTables: true,
  notes: `They are in sluice/config.json below XDG_CONFIG_HOME (~/.config), which nobody else may read.
The API is that of --url, else of --profile, else of SLUICE_URL, else of the profile in use. The token of a profile is sent to the origin of its own
address only.
`,
  run: async (call) => (await import('./profiles.ts')).runProfile(call),
});
