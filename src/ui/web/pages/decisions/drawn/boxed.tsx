import { childOf, childrenOf, textOf } from '../dmn-file.ts';
import { type EvaluatedTable, marksIn } from '../row-marks.ts';

/** Hidden elements, which are no expressions. */
const SILENT = /^(?:description|extensionElements|question|allowedAnswers|variable|formalParameter|parameter|column)$/;

/** Boxed expression of any kind in DMN 1.1 to 1.5 as nested boxes, with the names of parts at the left. `evaluated`: marks its tables. */
export function Boxed({ element, evaluated }: { readonly element: Element; readonly evaluated: readonly EvaluatedTable[] }) {
  const { localName } = element;
  if (/^(?:literalExpression|text|outputEntry|inputEntry)$/.test(localName)) return <Text element={element} />;
  if (localName === 'relation') return <Relation element={element} evaluated={evaluated} />;
  if (localName === 'decisionTable') return <Table element={element} evaluated={evaluated} />;
  const parts = childrenOf(element).filter((child) => !SILENT.test(child.localName));
  if (parts.length === 0) return <code className="boxed-text">{element.textContent?.trim() || '—'}</code>;
  return (
    <table className="boxed">
      <tbody>
        {signatureOf(element) !== '' && (
          <tr>
            <th scope="row" colSpan={2}>
              {signatureOf(element)}
            </th>
          </tr>
        )}
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file that does not change
          <tr key={index}>
            <th scope="row">{nameOf(element, part)}</th>
            <td>
              <Boxed element={bodyOf(part)} evaluated={evaluated} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Text({ element }: { readonly element: Element }) {
  const imported = childOf(element, 'importedValues') === undefined ? '' : '…';
  return <code className="boxed-text">{textOf(element) || imported || '—'}</code>;
}

function Relation({ element, evaluated }: { readonly element: Element; readonly evaluated: readonly EvaluatedTable[] }) {
  return (
    <table className="boxed">
      <thead>
        <tr>
          {childrenOf(element, 'column').map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file that does not change
            <th key={index} scope="col">
              {column.getAttribute('name')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {childrenOf(element, 'row').map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file that does not change
          <tr key={index}>
            {childrenOf(row).map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file that does not change
              <td key={at}>
                <Boxed element={cell} evaluated={evaluated} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows a table within another expression. The library draws a table that is the whole logic. */
function Table({ element, evaluated }: { readonly element: Element; readonly evaluated: readonly EvaluatedTable[] }) {
  const marks = marksIn(element, evaluated);
  const [inputs, outputs] = [childrenOf(element, 'input'), childrenOf(element, 'output')];
  const headings = [
    ...inputs.map((input) => input.getAttribute('label') ?? textOf(childOf(input, 'inputExpression'))),
    ...outputs.map((output) => output.getAttribute('label') ?? output.getAttribute('name') ?? ''),
  ];
  return (
    <table className="boxed">
      <thead>
        <tr>
          {headings.map((heading, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file that does not change
            <th key={index} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {childrenOf(element, 'rule').map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file that does not change
          <tr key={index} className={marks.hits.includes(index + 1) ? 'is-hit' : undefined}>
            {childrenOf(rule)
              .filter(({ localName }) => localName === 'inputEntry' || localName === 'outputEntry')
              .map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file that does not change
                <td key={at} className={cellMark(marks.cells?.[index]?.[at])}>
                  <Text element={cell} />
                </td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellMark(holds: boolean | null | undefined): string | undefined {
  return holds === true ? 'is-held' : holds === false ? 'is-missed' : undefined;
}

/** `(price, rate)` of a function; '' for other elements. */
function signatureOf(element: Element): string {
  const names = childrenOf(element, 'formalParameter').map((parameter) => parameter.getAttribute('name') ?? '');
  return /^(?:functionDefinition|encapsulatedLogic)$/.test(element.localName) ? `(${names.join(', ')})` : '';
}

/** Name of its variable or parameter, otherwise in the DMN standard. */
function nameOf(parent: Element, part: Element): string {
  const named = childOf(part, 'variable') ?? childOf(part, 'parameter');
  if (named !== undefined) return named.getAttribute('name') ?? '';
  if (part.localName === 'contextEntry') return 'result';
  if (parent.localName === 'invocation' && part.localName !== 'binding') return 'calls';
  if (parent.localName === 'list') return '•';
  return /^(?:functionDefinition|encapsulatedLogic)$/.test(parent.localName) ? 'gives' : part.localName;
}

/** Expression in a part that is only a container, otherwise the part. */
function bodyOf(part: Element): Element {
  if (!/^(?:contextEntry|binding|if|then|else|in|return|match|satisfies)$/.test(part.localName)) return part;
  return childrenOf(part).find(({ localName }) => !SILENT.test(localName)) ?? part;
}
