import { around, file, flow, inProcess, message, process, rootOf, type Twins, task, through } from './models.ts';

const PROCESS = through('a', task('a'));
const OPERATION = (inside: string): string =>
  `<interface id="i" name="i"><operation id="o" name="o">${inside}</operation></interface>`;
const RECEIVES = (attributes: string): string => through('r', `<receiveTask id="r" ${attributes} />`);
const PERFORMER = '<manualTask id="a"><potentialOwner id="w"><resourceRef>who</resourceRef></potentialOwner></manualTask>';
const PROPERTY = (inside: string): string => `<correlationProperty id="cp">${inside}</correlationProperty>`;
const RETRIEVAL =
  '<correlationPropertyRetrievalExpression messageRef="m"><messagePath>id</messagePath></correlationPropertyRetrievalExpression>';
const COLLABORATION = (inside: string): string => `<collaboration id="c">${inside}</collaboration>`;
const KEY = '<correlationKey id="k"><correlationPropertyRef>cp</correlationPropertyRef></correlationKey>';
const NOTE = '<textAnnotation id="n"><text>note</text></textAnnotation>';

/** Rules about the file, and who refers to whom. */
export const TWINS_OF_FILES: Readonly<Record<string, Twins>> = {
  'unique-ids': {
    invalid: inProcess(...around('a', task('a')), '<endEvent id="a" />'),
    valid: file(PROCESS),
  },
  'id-form': {
    invalid: file('<message id="1m" name="m" />', PROCESS),
    valid: file('<message id="m1" name="m" />', PROCESS),
  },
  'target-namespace': {
    invalid: rootOf('', PROCESS),
    valid: rootOf('targetNamespace="http://example.com"', PROCESS),
  },
  'process-type': {
    invalid: file(PROCESS.replace('id="p"', 'id="p" processType="Hidden"')),
    valid: file(PROCESS.replace('id="p"', 'id="p" processType="Private"')),
  },
  'association-ends': {
    invalid: file(through('a', task('a'), NOTE, '<association id="l" sourceRef="a" targetRef="nothing" />')),
    valid: file(through('a', task('a'), NOTE, '<association id="l" sourceRef="a" targetRef="n" />')),
  },
  'message-item': {
    invalid: file('<message id="m" name="m" itemRef="d" />', PROCESS),
    valid: file('<itemDefinition id="d" />', '<message id="m" name="m" itemRef="d" />', PROCESS),
  },
  'correlation-key-properties': {
    invalid: file(message('m'), COLLABORATION(KEY), PROCESS),
    valid: file(message('m'), PROPERTY(RETRIEVAL), COLLABORATION(KEY), PROCESS),
  },
  'correlation-retrieval': {
    invalid: file(PROPERTY(RETRIEVAL), PROCESS),
    valid: file(message('m'), PROPERTY(RETRIEVAL), PROCESS),
  },
  'resource-known': {
    invalid: file(through('a', PERFORMER)),
    valid: file('<resource id="who" name="who" />', through('a', PERFORMER)),
  },
  'event-reference-known': {
    invalid: file(RECEIVES('messageRef="m"')),
    valid: file(message('m'), RECEIVES('messageRef="m"')),
  },
  'operation-known': {
    invalid: file(message('m'), RECEIVES('messageRef="m" operationRef="o"')),
    valid: file(message('m'), OPERATION('<inMessageRef>m</inMessageRef>'), RECEIVES('messageRef="m" operationRef="o"')),
  },
  'operation-message-known': {
    invalid: file(OPERATION('<inMessageRef>m</inMessageRef>'), PROCESS),
    valid: file(message('m'), OPERATION('<inMessageRef>m</inMessageRef>'), PROCESS),
  },
  'operation-message': {
    invalid: file(
      message('m'),
      message('n'),
      OPERATION('<inMessageRef>n</inMessageRef>'),
      RECEIVES('messageRef="m" operationRef="o"'),
    ),
    valid: file(message('m'), OPERATION('<inMessageRef>m</inMessageRef>'), RECEIVES('messageRef="t:m" operationRef="t:o"')),
  },
  'sequence-flow-ends': {
    invalid: inProcess(...around('a', task('a')), flow('f3', 'a', 'nowhere')),
    valid: inProcess(...around('a', task('a')), '<endEvent id="e2" />', flow('f3', 'a', 'e2')),
  },
  'flow-directions': {
    invalid: inProcess(...around('a', task('a')), flow('f3', 'a', 's')),
    valid: inProcess(...around('a', task('a')), flow('f3', 'a', 'e')),
  },
  'listed-flows': {
    invalid: file(through('a', '<userTask id="a"><incoming>f2</incoming><outgoing>f2</outgoing></userTask>')),
    valid: file(through('a', '<userTask id="a"><incoming>f1</incoming><outgoing>t:f2</outgoing></userTask>')),
  },
  'condition-source': {
    invalid: inProcess('<startEvent id="s" />', '<endEvent id="e" />', flow('f', 's', 'e', '=x > 1')),
    valid: inProcess('<startEvent id="s" />', '<endEvent id="e" />', flow('f', 's', 'e')),
  },
  'condition-alternative': {
    invalid: inProcess(
      '<startEvent id="s" />',
      task('a'),
      '<endEvent id="e" />',
      flow('f1', 's', 'a'),
      flow('f2', 'a', 'e', '=x > 1'),
    ),
    valid: inProcess(
      ...['<startEvent id="s" />', task('a'), '<endEvent id="e" />', flow('f1', 's', 'a'), flow('f2', 'a', 'e', '=x > 1')],
      ...['<endEvent id="e2" />', flow('f3', 'a', 'e2', '=x &lt;= 1')],
    ),
  },
  'default-flow-leaves': {
    invalid: file(through('a', '<userTask id="a" default="f1" />')),
    valid: file(through('a', '<userTask id="a" default="f2" />')),
  },
  'default-flow-source': {
    invalid: inProcess('<startEvent id="s" default="f" />', '<endEvent id="e" />', flow('f', 's', 'e')),
    valid: inProcess('<startEvent id="s" />', '<endEvent id="e" />', flow('f', 's', 'e')),
  },
  'default-flow-condition': {
    invalid: split('exclusiveGateway', 'default="f3"', '=x > 1', '=x &lt;= 1'),
    valid: split('exclusiveGateway', 'default="f3"', '=x > 1', undefined),
  },
  'token-quantities': {
    invalid: file(through('a', '<userTask id="a" startQuantity="0" />')),
    valid: file(through('a', '<userTask id="a" startQuantity="1" />')),
  },
  'script-format': {
    invalid: file(through('a', '<scriptTask id="a"><script>x = 1</script></scriptTask>')),
    valid: file(through('a', '<scriptTask id="a" scriptFormat="javascript"><script>var x = 1;</script></scriptTask>')),
  },
};

/** A gateway `g` of this kind with two flows, `f2` and `f3`, to end events. */
export function split(kind: string, attributes: string, first: string | undefined, second: string | undefined): string {
  return file(
    process(
      ...['<startEvent id="s" />', `<${kind} id="g" ${attributes} />`, '<endEvent id="e1" />', '<endEvent id="e2" />'],
      ...[flow('f1', 's', 'g'), flow('f2', 'g', 'e1', first), flow('f3', 'g', 'e2', second)],
    ),
  );
}
