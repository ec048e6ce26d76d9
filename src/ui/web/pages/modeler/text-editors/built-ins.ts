import { modelerTexts } from '../../../texts/modeler.ts';
import { FEEL_FUNCTIONS } from './feel-functions.ts';

interface OfferedFunction {
  readonly name: string;
  readonly type: 'function';
  readonly params: readonly { readonly name: string; readonly type?: string }[];
  readonly info: string;
}

/** Suggestions of FEEL fields, one per signature. The editor reads this name. */
export const camundaBuiltins: readonly OfferedFunction[] = FEEL_FUNCTIONS.flatMap(([name, ...signatures]) =>
  signatures.map((signature) => ({
    name,
    type: 'function' as const,
    params: parametersOf(signature),
    // read as HTML; names and types are those of the engine
    info: `<p><code>${name}(${signature})</code></p><p>${modelerTexts.editors.builtIn}</p>`,
  })),
);

/** Required ones; the signature shows the optional ones. */
function parametersOf(signature: string): OfferedFunction['params'] {
  return signature
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', type] = part
        .replace(/^\.\.\./, '')
        .split(':')
        .map((word) => word.trim());
      return type === undefined ? { name } : { name, type };
    })
    .filter(({ name }) => !name.endsWith('?'));
}
