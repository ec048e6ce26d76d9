import type { Environment } from '../../platform/config.ts';
import type { GivenGlobals } from '../check-call.ts';
import type { Profile, Profiles } from '../profiles/profile-file.ts';
import { VerbRefusal, WrongArguments } from '../wrong-arguments.ts';
import { checkedToken, checkedUrl, readTokenFile } from './checked.ts';

const DEFAULT_URL = 'http://localhost:8080';

/** The API of a command. */
export interface ApiAddress {
  readonly url: string;
  readonly token: string | undefined;
}

/**
 * Options come before the environment, and that before the profile in use. A profile that --profile names is an option. Throws
 * {@link WrongArguments}, and VerbRefusal for profiles that cannot be read.
 */
export function findApiAddress(given: GivenGlobals, env: Environment, read: () => Profiles): ApiAddress {
  const { SLUICE_URL = '' } = env;
  const named = given.profile === undefined ? undefined : profileOf(given.profile, read());
  // read only if needed, because the file may be unreadable
  const needsUsed = named === undefined && given.url === undefined && SLUICE_URL === '';
  const profile = named ?? (needsUsed ? usedOf(read()) : undefined);
  const url = urlOf(given, named, SLUICE_URL, profile);
  const token = tokenGiven(given);
  if (token !== undefined) return { url, token };
  const ofProfile = profile?.token;
  if (ofProfile !== undefined && profile !== undefined && new URL(profile.url).origin !== new URL(url).origin)
    throw new WrongArguments(
      `the token of profile '${given.profile}' is for ${new URL(profile.url).origin} only: give --token-file too`,
    );
  const ofEnvironment = tokenOf(env);
  return { url, token: named === undefined ? (ofEnvironment ?? ofProfile) : (ofProfile ?? ofEnvironment) };
}

function tokenOf({ SLUICE_TOKEN = '' }: Environment): string | undefined {
  return SLUICE_TOKEN === '' ? undefined : checkedToken(SLUICE_TOKEN, 'SLUICE_TOKEN');
}

function urlOf(given: GivenGlobals, named: Profile | undefined, ofEnvironment: string, used: Profile | undefined): string {
  if (given.url !== undefined) return checkedUrl(given.url, '--url');
  if (named !== undefined) return checkedUrl(named.url, 'the url of the profile');
  if (ofEnvironment !== '') return checkedUrl(ofEnvironment, 'SLUICE_URL');
  return used === undefined ? DEFAULT_URL : checkedUrl(used.url, 'the url of the profile in use');
}

function tokenGiven({ token, 'token-file': file }: GivenGlobals): string | undefined {
  if (token !== undefined && file !== undefined) throw new WrongArguments('give --token or --token-file, not both');
  if (token !== undefined) return checkedToken(token, '--token');
  return file === undefined ? undefined : checkedToken(readTokenFile(file), '--token-file');
}

function profileOf(name: string, { byName }: Profiles): Profile {
  const profile = byName.get(name);
  if (profile === undefined)
    throw new WrongArguments(`there is no profile '${name}'; there are: ${[...byName.keys()].join(', ') || 'none'}`);
  return profile;
}

function usedOf({ used, byName }: Profiles): Profile | undefined {
  if (used === undefined) return undefined;
  const profile = byName.get(used);
  if (profile === undefined) throw new VerbRefusal(`the profile in use, '${used}', does not exist: sluice profile use`);
  return profile;
}
