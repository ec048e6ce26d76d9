import { readApiShape } from './api-shape.ts';
import { pythonFiles } from './python.ts';
import { typescriptFiles } from './typescript.ts';

/** Every generated file of the client libraries, by its path from the root. */
export function clientFiles(): Readonly<Record<string, string>> {
  const shape = readApiShape();
  return { ...below('src/client/generated', typescriptFiles(shape)), ...below('clients/python/src/sluice', pythonFiles(shape)) };
}

function below(folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}
