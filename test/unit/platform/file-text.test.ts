import { expect } from 'chai';
import { textOfFile } from '../../../src/platform/file-text.ts';

describe('the text of a file', () => {
  it('is decoded as its XML declaration names the encoding', () => {
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a name="é"/>';
    expect(textOfFile('a.bpmn', Buffer.from(xml, 'latin1'))).to.equal(xml);
  });

  it('is refused with the line when bytes are illegal in the encoding', () => {
    const bytes = Buffer.from('<?xml version="1.0"?>\n<a name="é"/>', 'latin1');
    expect(() => textOfFile('a.bpmn', bytes)).to.throw('line 2 has bytes that are not UTF-8.');
    expect(() => textOfFile('a.js', Buffer.from([0x61, 0xff]))).to.throw('line 1 has bytes that are not UTF-8.');
  });
});
