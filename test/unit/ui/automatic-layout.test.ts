import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readXml } from '../../../src/bpmn/xml/read-xml.ts';
import { attributeOf, type XmlElement } from '../../../src/bpmn/xml/xml-element.ts';
import { calculatedLayout } from '../../../src/ui/web/components/diagram/calculated-layout.ts';
import { aroundShapes, crosses, type Point } from '../../../src/ui/web/components/diagram/route-flows.ts';
import { filesOf } from '../../support/pages/page-blocks.ts';

const ROOT = new URL('../../../', import.meta.url);

/** The models of examples and pages, by their paths. */
function models(): readonly (readonly [path: string, xml: string])[] {
  const files = (folder: string, ending: string) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(ending))
      .map((path) => [`${folder}${path}`, readFileSync(new URL(`${folder}${path}`, ROOT), 'utf8')] as const);
  const inPages = files('docs/', '.md').flatMap(([path, page]) =>
    filesOf(page).map(({ name, text }) => [`${path} ${name}`, text] as const),
  );
  return [...files('examples/', '.bpmn'), ...inPages.filter(([path]) => path.endsWith('.bpmn'))];
}

const NODE = /^(?:task|\w+(?:Task|Event|Gateway)|callActivity|subProcess|transaction|adHocSubProcess)$/;

function containersOf(xml: XmlElement): XmlElement[] {
  const own = /^(?:process|subProcess|transaction|adHocSubProcess)$/.test(xml.local) ? [xml] : [];
  return [...own, ...xml.children.flatMap(containersOf)];
}

/** The flows of a process or sub-process that cross a shape, drawn as the pages draw a model without a layout. */
async function crossingsIn(container: XmlElement): Promise<readonly string[]> {
  const nodes = container.children.filter(({ local }) => NODE.test(local));
  if (nodes.length === 0) return [];
  const indexOf = (xml: XmlElement, name: string) =>
    nodes.findIndex((node) => attributeOf(node, 'id') === attributeOf(xml, name));
  const flows = container.children
    .filter(({ local }) => local === 'sequenceFlow')
    .map((flow) => ({ id: attributeOf(flow, 'id'), source: indexOf(flow, 'sourceRef'), target: indexOf(flow, 'targetRef') }));
  const outline = nodes.map((node) => ({
    tag: node.local,
    host: node.local === 'boundaryEvent' ? indexOf(node, 'attachedToRef') : undefined,
  }));
  const { shapes, edges } = await calculatedLayout(outline, flows);
  expect([shapes.size, edges.size]).to.deep.equal([nodes.length, flows.length]);
  return flows.flatMap(({ id, source, target }, flow) =>
    [...shapes]
      .filter(([node, bounds]) => node !== source && node !== target && crosses(edges.get(flow) ?? [], bounds))
      .map(([node]) => `${id} crosses ${attributeOf(nodes[node] as XmlElement, 'id')}`),
  );
}

describe('the automatic layout', () => {
  // slow: calculates the layout of every process in the examples and pages
  it('draws no flow of the examples and of the models in the pages through a shape when they have no layout', async () => {
    const all = models();
    expect(all.length).to.be.greaterThan(25);
    for (const [path, xml] of all) {
      const read = readXml(xml);
      if (!read.ok) throw new Error(`${path}: ${read.finding.text}`);
      for (const container of containersOf(read.root)) expect(await crossingsIn(container), path).to.deep.equal([]);
    }
  });
});

describe('a line that crosses a shape', () => {
  const source = { x: 0, y: 0, width: 100, height: 80 };
  const target = { x: 400, y: 0, width: 100, height: 80 };
  const between = { x: 200, y: 0, width: 100, height: 80 };
  const straight: readonly Point[] = [
    { x: 100, y: 40 },
    { x: 400, y: 40 },
  ];

  it('leads around it, from side to side, with right angles', () => {
    const points = aroundShapes({ source, target, points: straight }, [source, target, between]);
    expect(crosses(straight, between)).to.equal(true);
    expect(points).to.deep.equal([
      { x: 50, y: 80 },
      { x: 50, y: 95 },
      { x: 450, y: 95 },
      { x: 450, y: 80 },
    ]);
  });

  it('stays when it crosses nothing, only touches a border, or when no way is free', () => {
    const below = { ...between, y: 40 };
    expect(aroundShapes({ source, target, points: straight }, [source, target, below])).to.equal(straight);
    const wall = [between, ...[-60, 90].map((y) => ({ x: -100, y, width: 700, height: 50 }))];
    const ends = [-60, 510].map((x) => ({ x, y: -60, width: 50, height: 200 }));
    expect(aroundShapes({ source, target, points: straight }, [source, target, ...wall, ...ends])).to.equal(straight);
  });
});
