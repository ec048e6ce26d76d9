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
import { processEnvironment } from '../../platform/config/environment.ts';
import { sleep } from '../../platform/retry.ts';
import { VerbRefusal } from '../arguments.ts';

/** A saved connection to an installation. */
export interface Profile {
  readonly url: string;
  readonly token?: string;
}

/** Content of the file. `used`: name of the default profile. */
export interface Profiles {
  readonly used: string | undefined;
  readonly byName: ReadonlyMap<string, Profile>;
}

/** A larger file is not a profile file. Unit: bytes. */
const MOST_BYTES = 1_048_576;
/** Many, because a busy machine may delay the process that writes. */
const LOCK_TRIES = 400;
const LOCK_PAUSE_MS = 50;

/** Path of the file. A relative XDG_CONFIG_HOME is ignored, as its standard requires. */
function profilePath(): string {
  const { XDG_CONFIG_HOME = '' } = processEnvironment();
  const folder = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config');
  return join(folder, 'sluice', 'config.json');
}

/** Reads the file; empty when it is missing. Throws {@link VerbRefusal} if it is unreadable, or holds tokens and other users can read it. */
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

/** Checks the opened file, not what its path links to now. */
function checkOwner(path: string, { mode, uid }: { readonly mode: number; readonly uid: number }): void {
  const own = process.getuid?.();
  if (own === undefined) return; // Windows keeps others out of the folder of a user
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
    // the message of the parser would show a part of the text, which may be a token
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

/** Changes the file, one process at a time. An exception leaves it unchanged. */
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

/** Replaces the file completely or not at all. A symbolic link is kept, and its target replaced. */
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
