import { Buffer } from 'node:buffer';
import { MANIFEST, usedBy } from './locked-packages.ts';
import { keyOf, type ShippedPackage, shippedPackages } from './shipped-packages.ts';

/** The committed bill of materials. */
export const SBOM_FILE = new URL('../../../sbom.cdx.json', import.meta.url);

/**
 * The bill of materials as CycloneDX 1.6 in JSON: the same text for the same lock file, so without a serial number, a time and the names of tools.
 */
export function sbomText(): string {
  const shipped = shippedPackages();
  const { name, version, license } = MANIFEST;
  const root = {
    type: 'application',
    'bom-ref': purlOf(MANIFEST),
    name,
    version,
    licenses: [licenseOf(license)],
    purl: purlOf(MANIFEST),
  };
  const direct = new Set([...Object.keys(MANIFEST.dependencies), ...Object.keys(MANIFEST.optionalDependencies)]);
  const directOnes = shipped.filter((one) => direct.has(one.name) && one.path === `node_modules/${one.name}`);
  const dependencies = [
    { ref: root['bom-ref'], dependsOn: directOnes.map(purlOf) },
    ...shipped.map((one) => ({ ref: purlOf(one), dependsOn: refsOf(one, shipped) })),
  ];
  return [
    `{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"metadata":${JSON.stringify({ component: root })},`,
    `"components":[\n${linesOf(shipped.map(componentOf))}\n],`,
    `"dependencies":[\n${linesOf(dependencies)}\n]}\n`,
  ].join('\n');
}

/** One line for each: a diff shows what has changed. */
function linesOf(items: readonly object[]): string {
  return items.map((item) => JSON.stringify(item)).join(',\n');
}

function componentOf(one: ShippedPackage): object {
  const [, scope, plain = one.name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(one.name) ?? [];
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    ...(scope === undefined ? {} : { group: scope }),
    name: plain,
    version: one.version,
    scope: one.shipment === 'optional' ? 'optional' : 'required',
    hashes: hashesOf(one),
    licenses: [licenseOf(one.spdx)],
    purl: purlOf(one),
    properties: [{ name: 'sluice:shipment', value: one.shipment }],
  };
}

function hashesOf({ integrity = '' }: ShippedPackage): readonly object[] {
  const [algorithm = '', base64 = ''] = integrity.split('-');
  return algorithm === 'sha512' ? [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] : [];
}

/** An identifier of SPDX, or an expression of several; what is neither has a name. */
function licenseOf(spdx: string): object {
  if (spdx.includes(' ')) return { expression: spdx };
  return { license: spdx.startsWith('LicenseRef-') ? { name: spdx.slice('LicenseRef-'.length) } : { id: spdx } };
}

/** Package URL; the `@` of a scope is escaped. */
function purlOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function refsOf(one: ShippedPackage, shipped: readonly ShippedPackage[]): readonly string[] {
  const known = new Set(shipped.map(keyOf));
  return [
    ...new Set(
      usedBy(one)
        .filter((used) => known.has(keyOf(used)))
        .map(purlOf),
    ),
  ].sort();
}
