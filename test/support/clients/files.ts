import { readApiShape } from './api-shape.ts';
import { typescriptFiles } from './typescript.ts';

/** Every generated file of the client libraries, by its path from the root. */
export function clientFiles(): Readonly<Record<string, string>> {
  const shape = readApiShape();
  return Object.fromEntries(Object.entries(typescriptFiles(shape)).map(([name, text]) => [`src/client/generated/${name}`, text]));
}
