import { expect } from 'chai';
import { documentOf } from '../../support/models/models.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('files with many processes', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(() => side.close());

  const process = (key: string, text = '') =>
    `<process id="${key}" isExecutable="true"><documentation>${text}</documentation><startEvent id="start-${key}"/></process>`;
  const keys = Array.from({ length: 100 }, (_, n) => `p${n}`);

  it('are stored once when they are deployed, and when they are deployed again', async () => {
    const file = documentOf(keys.map((key) => process(key, 'x'.repeat(1000))).join(''));
    await side.deploy(file);
    await side.deploy(file);
    const stored = await side.sql('select count(*)::int as count, sum(length(bpmn_xml))::int as length from model_text');
    expect(stored).to.deep.equal([{ count: 1, length: file.length }]);
    expect(await side.value('select count(*)::int from definition_version')).to.equal(200);
  });

  it('are stored twice when one character differs', async () => {
    await side.deploy(documentOf(process('a', 'x')));
    await side.deploy(documentOf(process('a', 'y')));
    const texts = await side.sql<{ bpmn_xml: string }>(
      'select bpmn_xml from definition_version v join model_text t on t.hash = v.text_hash order by version',
    );
    expect(texts.map(({ bpmn_xml }) => /<documentation>(.)/.exec(bpmn_xml)?.[1])).to.deep.equal(['x', 'y']);
  });
});
