import { expect } from 'chai';
import { withNamespacesOf } from '../../../src/ui/web/pages/modeler/kept-namespaces.ts';

describe('namespaces of a model that the editor has saved', () => {
  const opened = `<?xml version="1.0"?>\n<bpmn:definitions xmlns:bpmn="B" xmlns:zeebe='Z>' id="a"><bpmn:process/></bpmn:definitions>`;

  it('are declared again when no element uses them, and only then', () => {
    const saved = '<bpmn:definitions xmlns:bpmn="B" id="a">\n<bpmn:process /></bpmn:definitions>';
    const all = `<bpmn:definitions xmlns:bpmn="B" id="a" xmlns:zeebe='Z>'>\n<bpmn:process /></bpmn:definitions>`;
    expect(withNamespacesOf(opened, saved)).to.equal(all);
    expect(withNamespacesOf(opened, all)).to.equal(all);
    const lines = all.replace(' xmlns:zeebe', '\n\txmlns:zeebe');
    expect(withNamespacesOf(lines, lines)).to.equal(lines);
    expect(withNamespacesOf(opened, '<bpmn:definitions xmlns:bpmn="B"/>')).to.equal(
      `<bpmn:definitions xmlns:bpmn="B" xmlns:zeebe='Z>'/>`,
    );
  });

  it('are left alone when a text has no root element', () => {
    expect(withNamespacesOf('', '<definitions/>')).to.equal('<definitions/>');
    expect(withNamespacesOf(opened, '')).to.equal('');
  });
});
