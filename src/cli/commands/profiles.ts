import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { redactText } from '../../platform/redact.ts';
import { VerbRefusal, WrongArguments } from '../arguments.ts';
import { changeProfiles, checkedToken, checkedUrl, type Profile, readProfiles, readTokenFile } from '../connection/find-api.ts';
import { tableText } from '../output/tables.ts';
import { print, printJson } from '../output/terminal.ts';
import { type Call, declareVerb, one } from '../verb-declaration.ts';

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

type ProfileCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

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
  run: (call) => runProfile(call),
});

/** Reads without echo at the terminal. Rejects with {@link VerbRefusal} if the user cancels. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const stopping = new AbortController();
  terminal.once('SIGINT', () => stopping.abort());
  terminal.once('close', () => stopping.abort());
  try {
    return (await terminal.question('', { signal: stopping.signal })).trim();
  } catch {
    throw new VerbRefusal('nothing was given, nothing is kept');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

const NAME = /^[A-Za-z0-9_][\w.-]{0,63}$/;

/** Named URLs and tokens (docs/how-to/use-the-command-line.md). Never prints a token. */
async function runProfile(call: ProfileCall): Promise<true> {
  const [name = ''] = call.operands;
  switch (call.action) {
    case 'list':
      return list(call.printsJson);
    case 'add':
      return add(name, call.options);
    case 'use':
      return use(name);
    case 'remove':
      return remove(name);
  }
}

function list(isForPrograms: boolean): true {
  const { used, byName } = readProfiles();
  // a URL that a user has written may contain a password
  const all = [...byName].map(([name, { url, token }]) => ({
    name,
    url: redactText(url),
    hasToken: token !== undefined,
    isUsed: name === used,
  }));
  if (isForPrograms) return printJson(all);
  if (all.length === 0) return print('No profiles.');
  const rows = all.map(({ name, url, hasToken, isUsed }) => [name, url, hasToken ? 'yes' : 'no', isUsed ? 'yes' : '']);
  return print(tableText(['NAME', 'URL', 'TOKEN', 'IN USE'], rows));
}

async function add(name: string, options: ProfileCall['options']): Promise<true> {
  if (!NAME.test(name)) throw new WrongArguments('a name has up to 64 letters, digits, points, hyphens and underscores');
  if (options.url === undefined) throw new WrongArguments('add needs --url');
  const url = checkedUrl(options.url, '--url');
  const token = await tokenOf(name, options);
  const profile: Profile = { url, ...(token !== '' && { token: checkedToken(token, 'the token') }) };
  await changeProfiles(({ used, byName }) => ({ used, byName: new Map([...byName, [name, profile]]) }));
  return print(`Profile ${name} is kept, ${token === '' ? 'without a token' : 'with its token'}.`);
}

/**
 * Token of a new profile.
 * @returns '' without token
 */
async function tokenOf(name: string, options: ProfileCall['options']): Promise<string> {
  const { token, 'token-file': file, 'without-token': hasNone } = options;
  if ([token, file, hasNone].filter((given) => given !== undefined).length > 1)
    throw new WrongArguments('give one of --token, --token-file and --without-token');
  if (hasNone === true) return '';
  if (token !== undefined) {
    process.stderr.write('warning: other users of this machine can read the value of --token; use standard input instead\n');
    return token;
  }
  if (file !== undefined) return readTokenFile(file);
  if (process.stdin.isTTY === true) return askHidden(`Token of ${name} (none: only Enter): `);
  return readTokenFile('-');
}

async function use(name: string): Promise<true> {
  await changeProfiles(({ byName }) => {
    if (name !== '' && !byName.has(name)) throw new VerbRefusal(unknown(name, byName));
    return { used: name === '' ? undefined : name, byName };
  });
  return print(name === '' ? 'No default profile.' : `Profile ${name} is the default.`);
}

async function remove(name: string): Promise<true> {
  await changeProfiles(({ used, byName }) => {
    if (!byName.has(name)) throw new VerbRefusal(unknown(name, byName));
    return { used: used === name ? undefined : used, byName: new Map([...byName].filter(([other]) => other !== name)) };
  });
  return print(`Profile ${name} is deleted.`);
}

function unknown(name: string, byName: ReadonlyMap<string, Profile>): string {
  return `there is no profile '${name}'; there are: ${[...byName.keys()].join(', ') || 'none'}`;
}
