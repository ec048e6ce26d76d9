import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { type Environment, processEnvironment } from '../../platform/config/environment.ts';
import { sleep } from '../../platform/retry.ts';
import { VerbRefusal, WrongArguments } from '../arguments.ts';
import type { GivenGlobals } from '../read-arguments.ts';
import { type ApiAddress, type ApiClient, openClient } from './api-client.ts';

export interface Profile {
  readonly url: string;
  readonly token?: string;
}

/** `used`: default profile. */
export interface Profiles {
  readonly used: string | undefined;
  readonly byName: ReadonlyMap<string, Profile>;
}

/** Limit of a profile file. */
const MOST_BYTES = 1_048_576;
/** High, because a busy machine may delay the process with the lock. */
const LOCK_TRIES = 400;
const LOCK_PAUSE_MS = 50;

/** Ignores a relative XDG_CONFIG_HOME, as its standard requires. */
function profilePath(): string {
  const { XDG_CONFIG_HOME = '' } = processEnvironment();
  const folder = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config');
  return join(folder, 'sluice', 'config.json');
}

/** No profiles without file. Throws {@link VerbRefusal} if it is unreadable or invalid, or if it contains tokens and other users can read it. */
export function readProfiles(path: string = profilePath()): Profiles {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { used: undefined, byName: new Map() };
    throw new VerbRefusal(`${path} cannot be read: ${message}`);
  }
  try {
    const file = fstatSync(descriptor);
    if (!file.isFile()) throw new VerbRefusal(`${path} is not a file`);
    if (file.size > MOST_BYTES) throw new VerbRefusal(`${path} is too large to be a list of profiles`);
    const profiles = parsed(path, readFileSync(descriptor, 'utf8'));
    const hasTokens = [...profiles.byName.values()].some(({ token }) => token !== undefined);
    if (hasTokens) checkOwner(path, file);
    return profiles;
  } finally {
    closeSync(descriptor);
  }
}

/** Throws {@link VerbRefusal} if other users can read the opened file. */
function checkOwner(path: string, { mode, uid }: { readonly mode: number; readonly uid: number }): void {
  const own = process.getuid?.();
  if (own === undefined) return; // on Windows, other users cannot read the folder of a user
  if ((mode & 0o077) !== 0)
    throw new VerbRefusal(`${path} has tokens, and others can read it (mode ${(mode & 0o777).toString(8)}): chmod 600 ${path}`);
  if (uid !== own && uid !== 0) throw new VerbRefusal(`${path} has tokens, and belongs to another user`);
}

function parsed(path: string, text: string): Profiles {
  const wrong = (what: string) => new VerbRefusal(`${path}: ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // the message of the parser would show a part of the text, possibly a token
    throw wrong('it is not JSON');
  }
  const { used, profiles = {} } = membersOf(value, () => wrong('the file is not a JSON object'));
  if (used !== undefined && typeof used !== 'string') throw wrong('used is not a text');
  const byName = new Map<string, Profile>();
  for (const [name, profile] of Object.entries(membersOf(profiles, () => wrong('profiles is not an object')))) {
    const { url, token } = membersOf(profile, () => wrong(`profile '${name}' is not an object`));
    if (typeof url !== 'string') throw wrong(`profile '${name}' has no url`);
    if (token !== undefined && typeof token !== 'string') throw wrong(`the token of profile '${name}' is not a text`);
    byName.set(name, { url, ...(token !== undefined && { token }) });
  }
  return { used, byName };
}

function membersOf(value: unknown, fault: () => Error): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault();
  return value as Readonly<Record<string, unknown>>;
}

/** Locks the file. If `change` throws, it stays unchanged. Rejects with {@link VerbRefusal} if it cannot be read or written. */
export async function changeProfiles(change: (profiles: Profiles) => Profiles): Promise<void> {
  const path = profilePath();
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await locked(`${path}.lock`, () => writeProfiles(path, change(readProfiles(path))));
  } catch (error) {
    if (error instanceof VerbRefusal || (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new VerbRefusal(`${path} cannot be written: ${(error as Error).message}`);
  }
}

async function locked(lock: string, work: () => void): Promise<void> {
  for (let tries = 1; !taken(lock); tries += 1) {
    if (tries === LOCK_TRIES) throw new VerbRefusal(`another process is writing. If no other process runs, remove ${lock}`);
    await sleep(LOCK_PAUSE_MS);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function taken(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Replaces the file in one step; of a symbolic link, replaces its target. */
function writeProfiles(path: string, { used, byName }: Profiles): void {
  const target = realOf(path);
  const next = `${target}.new`;
  const value = { ...(used !== undefined && { used }), profiles: Object.fromEntries(byName) };
  rmSync(next, { force: true });
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(next, target);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Removes final slashes. Throws {@link WrongArguments} without the URL, which may contain a password. */
export function checkedUrl(text: string, from: string): string {
  const wrong = (what: string) => new WrongArguments(`${from} ${what}, such as https://sluice.example or http://localhost:8080`);
  if (!URL.canParse(text)) throw wrong('is not a URL');
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') throw wrong('is not an http or https URL');
  if (username !== '' || password !== '') throw wrong('has a user or a password in it; a token is given apart. It is an address');
  if (search !== '' || hash !== '') throw wrong('has a query or a fragment; it is an address alone');
  return text.replace(/\/+$/, '');
}

/** Throws {@link WrongArguments}, without the token, if it cannot be sent in a header. */
export function checkedToken(text: string, from: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new WrongArguments(`${from} is empty, or has characters that no token has`);
  return text;
}

/** `-`: standard input. Throws {@link WrongArguments} if it cannot be read. */
export function readTokenFile(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  } catch (error) {
    throw new WrongArguments(`the token cannot be read: ${(error as Error).message}`);
  }
}

const DEFAULT_URL = 'http://localhost:8080';

/**
 * Precedence: `--url` and `--token`, `--profile`, environment, default profile. Throws {@link WrongArguments} for invalid values and for a token of a
 * profile whose URL has another origin, and VerbRefusal for profiles that cannot be read.
 */
function findApiAddress(given: GivenGlobals, env: Environment, read: () => Profiles): ApiAddress {
  const { SLUICE_URL = '' } = env;
  const named = given.profile === undefined ? undefined : profileOf(given.profile, read());
  // only if needed, because the file may be unreadable
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

/** Opens a client for the API in options, environment or profiles. Throws WrongArguments and VerbRefusal. */
export function clientOf(globals: GivenGlobals): ApiClient {
  const { url, token } = addressOf(globals);
  return openClient(url, token);
}

/** Throws like {@link clientOf}. */
export function addressOf(globals: GivenGlobals): ApiAddress {
  return findApiAddress(globals, processEnvironment(), readProfiles);
}
