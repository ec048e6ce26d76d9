import { readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

/** A package as the lock file has it. */
export interface LockedPackage {
  /** folder from the root of the repository, `node_modules/…` */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** Subresource Integrity, `sha512-…` */
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Names of packages, and the versions that are asked for. */
export type Names = Readonly<Record<string, string>>;

/** Facts about packages in package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Names;
  readonly optionalDependencies: Names;
  readonly devDependencies: Names;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

export const MANIFEST = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as Manifest;

/** Every package of package-lock.json, by its folder. */
export const LOCKED: ReadonlyMap<string, LockedPackage> = readLock();

function readLock(): ReadonlyMap<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')) as {
    packages: Record<string, Omit<LockedPackage, 'path' | 'name'>>;
  };
  const found = Object.entries(packages).filter(([path]) => path !== '');
  return new Map(
    found.map(([path, entry]) => [path, { ...entry, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }]),
  );
}

/** The packages that one uses, as Node finds them from its folder; optional ones that are not locked are left out. */
export function usedBy(one: LockedPackage): readonly LockedPackage[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = one;
  const names = new Set([dependencies, optionalDependencies, peerDependencies].flatMap((each) => Object.keys(each)));
  return [...names].sort().flatMap((name) => locate(name, one.path) ?? []);
}

/** The package that a name means in a folder; `''` is the root. */
export function locate(name: string, from: string): LockedPackage | undefined {
  const found = LOCKED.get(`${from === '' ? '' : `${from}/`}node_modules/${name}`);
  if (found !== undefined || from === '') return found;
  return locate(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}
