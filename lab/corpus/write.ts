import type { Body, Drawn, Flow, Model } from './patterns/drawing.ts';
import type { Style } from './styles/style.ts';

/** Writes a model as a tool of that style would. */
export function write(style: Style, { processes, roots = '' }: Model): string {
  const written = processes.map(
    ({ id, body }) =>
      `<P:process id="${id}" isExecutable="true"${style.process}>${style.first ?? ''}\n${bodyText(style, body)}\n</P:process>`,
  );
  const head = roots.replace(/<EXT>([\s\S]*?)<\/EXT>/g, '<P:extensionElements>$1</P:extensionElements>');
  const text = `<P:definitions ${style.header} id="file" targetNamespace="http://bpmn.example.org">\n${head}\n${written.join('\n')}\n</P:definitions>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.replaceAll('P:', style.prefix)}\n`;
}

function bodyText(style: Style, { nodes, flows }: Body): string {
  return [...nodes.map((one) => nodeText(style, one, flows)), ...flows.map((flow) => flowText(style, flow))].join('\n');
}

function nodeText(style: Style, { tag, id, attributes, children, inside }: Drawn, flows: readonly Flow[]): string {
  const extensions = [...children.matchAll(/<EXT>([\s\S]*?)<\/EXT>/g)].map(([, inner = '']) => inner).join('');
  const rest = children
    .replace(/<EXT>[\s\S]*?<\/EXT>/g, '')
    .replace(/<LOOP>(\d+)<\/LOOP>/g, '<P:loopCardinality xsi:type="P:tFormalExpression">$1</P:loopCardinality>');
  const ends = [
    ...flows.filter(({ to }) => to === id).map((flow) => `<P:incoming>${nameOf(flow)}</P:incoming>`),
    ...flows.filter(({ from }) => from === id).map((flow) => `<P:outgoing>${nameOf(flow)}</P:outgoing>`),
  ].join('');
  const first = extensions === '' ? '' : `<P:extensionElements>${extensions}</P:extensionElements>`;
  const body = inside === undefined ? '' : `\n${bodyText(style, inside)}\n`;
  return `<P:${tag} id="${id}" name="${id} of the order"${attributes}>${first}${ends}${rest}${body}</P:${tag}>`;
}

function flowText(style: Style, flow: Flow): string {
  const { from, to, test } = flow;
  const ends = `id="${nameOf(flow)}" sourceRef="${from}" targetRef="${to}"`;
  if (test === undefined) return `<P:sequenceFlow ${ends}/>`;
  const [attributes, text] = style.condition(test);
  return `<P:sequenceFlow ${ends}><P:conditionExpression${attributes}>${text}</P:conditionExpression></P:sequenceFlow>`;
}

function nameOf({ from, to }: Flow): string {
  return `${from}_${to}`;
}
