/** A key is the id of an element: what XML takes as a name without a colon. */
const KEY = /^[\p{L}_][\p{L}\p{N}_.-]{0,199}$/u;

/** Whether a text can be the key of a decision. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** A file with one decision, whose table has one input, one output and one rule that always fits. */
export function newFile(key: string, name: string): string {
  const definitions = new DOMParser().parseFromString(TEMPLATE, 'text/xml');
  const [root, decision] = [definitions.documentElement, definitions.getElementsByTagName('decision')[0]];
  root.setAttribute('id', `${key}-file`);
  for (const element of [root, decision]) element?.setAttribute('name', name);
  decision?.setAttribute('id', key);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(definitions)}\n`;
}

const TEMPLATE = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" namespace="urn:decisions">
  <decision>
    <decisionTable id="table" hitPolicy="FIRST">
      <input id="input-1" label="Input">
        <inputExpression id="input-expression-1" typeRef="string"><text>input</text></inputExpression>
      </input>
      <output id="output-1" name="output" typeRef="string"/>
      <rule id="rule-1">
        <inputEntry id="input-entry-1"><text></text></inputEntry>
        <outputEntry id="output-entry-1"><text>"result"</text></outputEntry>
      </rule>
    </decisionTable>
  </decision>
</definitions>`;
