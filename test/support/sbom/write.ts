import { writeFileSync } from 'node:fs';
import { SBOM_FILE, sbomText } from './sbom-text.ts';

/** `npm run sbom`: writes the bill of materials from the lock file. */
writeFileSync(SBOM_FILE, sbomText());
process.stdout.write('sbom.cdx.json is written\n');
