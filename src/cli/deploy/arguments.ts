import { parseArgs } from 'node:util';

const OPTIONS = {
  url: { type: 'string' },
  validation: { type: 'string' },
  strict: { type: 'boolean' },
  'keep-unchanged': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** What a person wants to have deployed, and where. */
export interface DeployRequest {
  readonly paths: readonly string[];
  readonly url: string | undefined;
  readonly validation: string | undefined;
  readonly isStrict: boolean;
  readonly keepsUnchanged: boolean;
  readonly isJson: boolean;
}

export const DEPLOY_USAGE = `Usage: sluice deploy <folder or file>…

  --validation <level>   off, executable (default) or strict
  --strict               refuse what would only be warned about
  --keep-unchanged       no new version of what is deployed already, all of it
  --json                 the answer of the API, for programs
  --url <url>            the API, in place of SLUICE_URL (http://localhost:8080)

All BPMN files, decisions (.dmn), forms (.form, .html) and scripts (.js, .groovy, .feel) are one deploy: all of them, or nothing.
A token is read from SLUICE_TOKEN. Ends with 0 when it is done, with 1 when it is refused, with 2 when a file cannot be read.
`;

/** Reads the arguments behind the verb; a text: what is wrong with them, for people. */
export function readDeployArguments(args: readonly string[]): DeployRequest | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (positionals.length === 0) return 'name at least one folder or file';
    const { url, validation, strict, 'keep-unchanged': kept, json } = values;
    return {
      paths: positionals,
      url,
      validation,
      isStrict: strict === true,
      keepsUnchanged: kept === true,
      isJson: json === true,
    };
  } catch (error) {
    return (error as Error).message;
  }
}
