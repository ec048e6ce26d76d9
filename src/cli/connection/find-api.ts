import { readFileSync } from 'node:fs';
import { type Environment, processEnvironment } from '../../platform/config/environment.ts';
import { VerbRefusal, WrongArguments } from '../arguments.ts';
import type { GivenGlobals } from '../check-call.ts';
import { type ApiAddress, type ApiClient, openClient } from './api-client.ts';
import { type Profile, type Profiles, readProfiles } from './profile-file.ts';

/** The address of an API without the slashes at its end. Never prints a rejected address, because it may contain a password. Throws {@link WrongArguments}. */
export function checkedUrl(text: string, from: string): string {
  const wrong = (what: string) => new WrongArguments(`${from} ${what}, such as https://sluice.example or http://localhost:8080`);
  if (!URL.canParse(text)) throw wrong('is not a URL');
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') throw wrong('is not an http or https URL');
  if (username !== '' || password !== '') throw wrong('has a user or a password in it; a token is given apart. It is an address');
  if (search !== '' || hash !== '') throw wrong('has a query or a fragment; it is an address alone');
  return text.replace(/\/+$/, '');
}

/** A token as a header can hold it. Never shows it. Throws {@link WrongArguments}. */
export function checkedToken(text: string, from: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new WrongArguments(`${from} is empty, or has characters that no token has`);
  return text;
}

/** The token in a file; `-`: on the standard input. Throws {@link WrongArguments}. */
export function readTokenFile(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  } catch (error) {
    throw new WrongArguments(`the token cannot be read: ${(error as Error).message}`);
  }
}

const DEFAULT_URL = 'http://localhost:8080';

/**
 * Options come before the environment, and that before the profile in use. A profile that --profile names is an option. Throws
 * {@link WrongArguments}, and VerbRefusal for profiles that cannot be read.
 */
function findApiAddress(given: GivenGlobals, env: Environment, read: () => Profiles): ApiAddress {
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

/** A client of the API that options, environment or profiles of this person name. Throws WrongArguments and VerbRefusal. */
export function clientOf(globals: GivenGlobals): ApiClient {
  const { url, token } = addressOf(globals);
  return openClient(url, token);
}

/** The API that the global options name. Throws as {@link clientOf} does. */
export function addressOf(globals: GivenGlobals): ApiAddress {
  return findApiAddress(globals, processEnvironment(), readProfiles);
}
