import { redactText } from '../../platform/redact.ts';
import { checkedToken, checkedUrl, readTokenFile } from '../connection/checked.ts';
import { print, printJson } from '../output/print.ts';
import { tableText } from '../output/table.ts';
import { VerbRefusal, WrongArguments } from '../wrong-arguments.ts';
import { askHidden } from './ask-hidden.ts';
import type { ProfileCall } from './declaration.ts';
import { changeProfiles, type Profile, readProfiles } from './profile-file.ts';

const NAME = /^[A-Za-z0-9_][\w.-]{0,63}$/;

/** `sluice profile`: addresses and tokens under names (docs/how-to/use-the-command-line.md). Never prints a token. */
export async function runProfile(call: ProfileCall): Promise<true> {
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
  // a file that was written by hand may hold a password in an address
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

/** @returns an empty text if there is no token */
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
