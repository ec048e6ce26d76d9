import { type Call, declareVerb, one } from '../declaration.ts';

const ADD = ['add'] as const;
const OPTIONS = {
  url: { value: '<url>', about: 'URL of the API, with a path prefix if it has one', of: ADD },
  'token-file': { value: '<file>', about: 'file with the token; - reads standard input', of: ADD, completes: 'file' },
  token: { value: '<token>', about: 'access token; other users of this machine can read it while this runs', of: ADD },
  'without-token': { about: 'the API requires no token', of: ADD },
} as const;

const PROFILE = one('<name>', 'the name of a profile', 'profile');
const ACTIONS = {
  list: { about: 'list names and URLs, without tokens', isDefault: true },
  add: { about: 'save a URL and a token; prompts for the token, or reads standard input', operands: PROFILE },
  use: {
    about: 'set the default profile; without a name, clear it',
    operands: { form: '[<name>]', is: 'the name of a profile', least: 0, most: 1, completes: 'profile' },
  },
  remove: { about: 'delete a profile and its token', operands: PROFILE },
} as const;

export type ProfileCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const PROFILE_VERB = declareVerb({
  name: 'profile',
  group: 'program',
  about: 'save URLs and tokens of installations under names',
  actions: ACTIONS,
  options: OPTIONS,
  printsTables: true,
  notes: `Profiles are stored in sluice/config.json below XDG_CONFIG_HOME (~/.config); only your user may read the file.
The URL comes from --url, else --profile, else SLUICE_URL, else the default profile. The token of a profile is sent only to the origin of its URL.
`,
  run: async (call) => (await import('./profiles.ts')).runProfile(call),
});
