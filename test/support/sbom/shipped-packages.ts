import { existsSync, readFileSync } from 'node:fs';
import { packageOf, SOURCE_FILES } from '../../arch/source-files.ts';
import { LOCKED, type LockedPackage, locate, MANIFEST, usedBy } from './locked-packages.ts';

/** How a package reaches those who install the service. */
export type Shipment = 'installed' | 'optional' | 'in the code' | 'in the pages';

/** A package that the service is shipped with. */
export interface ShippedPackage extends LockedPackage {
  readonly shipment: Shipment;
  /** SPDX identifier, or `LicenseRef-…` */
  readonly spdx: string;
}

/** Packages whose files the build copies, without what they depend on. */
const COPIED: readonly string[] = ['swagger-ui-dist'];
const ROOT = new URL('../../../', import.meta.url);

/** Licences that package.json of these does not name in its own form; read in the files of these very versions. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'bpmn-js@18.31.1': 'LicenseRef-bpmn.io',
  'component-props@1.1.1': 'MIT',
  'dmn-js-decision-table@17.12.2': 'LicenseRef-bpmn.io',
  'dmn-js-drd@17.10.2': 'LicenseRef-bpmn.io',
  'dmn-js-shared@17.12.2': 'LicenseRef-bpmn.io',
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
};

/** Every package that is installed with the service or built into its pages, by name and version. */
export function shippedPackages(): readonly ShippedPackage[] {
  const shipped = new Map<string, ShippedPackage>();
  const add = (shipment: Shipment, names: Iterable<string>) => {
    for (const one of closureOf(names)) {
      const key = keyOf(one);
      if (!shipped.has(key)) shipped.set(key, { ...one, shipment, spdx: spdxOf(one) });
    }
  };
  add('installed', Object.keys(MANIFEST.dependencies));
  add('optional', Object.keys(MANIFEST.optionalDependencies));
  add('in the code', importedBy('platform/telemetry/otlp-sdk.ts'));
  add('in the pages', pagePackages());
  for (const one of COPIED.flatMap((name) => locate(name, '') ?? []))
    shipped.set(keyOf(one), { ...one, shipment: 'in the pages', spdx: spdxOf(one) });
  return [...shipped.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** `name@version`. */
export function keyOf({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/** The packages that the pages import themselves. */
export function pagePackages(): ReadonlySet<string> {
  return importedBy('ui/web/');
}

function importedBy(begin: string): ReadonlySet<string> {
  const files = SOURCE_FILES.filter(({ path }) => path.startsWith(begin));
  const named = files.flatMap(({ runtimeImports }) => runtimeImports.flatMap((imported) => packageOf(imported) ?? []));
  return new Set(named.filter((name) => LOCKED.has(`node_modules/${name}`)));
}

function closureOf(names: Iterable<string>): ReadonlySet<LockedPackage> {
  const found = new Set<LockedPackage>();
  const open = [...names].flatMap((name) => locate(name, '') ?? []);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...usedBy(next));
  }
  return found;
}

/** Licence in the lock file, or in the installed package; `unknown` if neither has one. */
function spdxOf(one: LockedPackage): string {
  const byHand = READ_BY_HAND[keyOf(one)];
  if (byHand !== undefined) return byHand;
  if (one.license !== undefined) return one.license;
  const manifest = new URL(`${one.path}/package.json`, ROOT);
  if (!existsSync(manifest)) return 'unknown';
  const { license } = JSON.parse(readFileSync(manifest, 'utf8')) as { license?: unknown };
  return typeof license === 'string' ? license : 'unknown';
}
