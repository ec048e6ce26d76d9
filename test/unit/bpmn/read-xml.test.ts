import { expect } from 'chai';
import { diagnosticOf } from '../../../src/bpmn/finding.ts';
import { readXml } from '../../../src/bpmn/xml/read-xml.ts';
import { attributeKey } from '../../../src/bpmn/xml/xml-element.ts';
import { itFull } from '../../support/tier.ts';

const diagnostic = (text: string): string => {
  const read = readXml(text);
  return read.ok ? 'accepted' : diagnosticOf(read.finding);
};

describe('read-xml', () => {
  const refused: readonly (readonly [when: string, text: string, diagnostic: string])[] = [
    ['the text is empty', '', 'BpmnXml is required'],
    ['the text is blank', ' \r\n\t', 'BpmnXml is required'],
    ['there is only a byte order mark', '\uFEFF', 'BpmnXml is required'],
    ['there is only an XML declaration', '<?xml version="1.0"?>', 'no root element (line 1, column 22)'],
    ['there are only comments', '<!-- a -->\n<!-- b -->\n', 'no root element (line 3, column 1)'],
    ['there is only a CDATA section', '<![CDATA[<a/>]]>', 'no root element (line 1, column 17)'],
    ['the text is no XML', 'hello', 'Non-whitespace before first tag. (line 1, column 1)'],
    ['the text is JSON', '\n{"a": 1}', 'Non-whitespace before first tag. (line 2, column 1)'],
    ['a tag is cut', '<a>\n<b', 'Unclosed root tag (line 2, column 2)'],
    ['the root stays open', '<a>\n  <b/>\n', 'Unclosed root tag (line 3, column 1)'],
    ['tags close in the wrong order', '<a>\n <b>\n  </a></b>', 'Unexpected close tag (line 3, column 6)'],
    ['there are two roots', '<a/>\n<b/>', 'only one root element is allowed (line 2, column 1)'],
    ['text follows the root', '<a/>\nb', 'Text data outside of root node. (line 2, column 1)'],
    ['an attribute stands twice', '<a>\n<b x="1" x="1"/></a>', "duplicate attribute 'x' (line 2, column 1)"],
    [
      'two prefixes make one attribute twice',
      '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>',
      "duplicate attribute 'q:x' (line 1, column 1)",
    ],
    ['an attribute has no value', '<a b c=""/>', 'Attribute without value (line 1, column 6)'],
    ['the prefix of an element is unbound', '<p:a/>', 'Unbound namespace prefix: "p:a" (line 1, column 6)'],
    ['the prefix of an attribute is unbound', '<a p:b=""/>', 'Unbound namespace prefix: "p" (line 1, column 11)'],
    ['a prefix is a name of every object', '<toString:a/>', 'Unbound namespace prefix: "toString:a" (line 1, column 1)'],
    ['a name has two colons', '<p:a:b xmlns:p="u"/>', 'Unbound namespace prefix: "p:a:b" (line 1, column 1)'],
    ['a NUL stands in the text', '<a>\n \0</a>', 'character U+0000 is not allowed (line 2, column 2)'],
    ['a NUL is written as a reference', '<a>&#0;</a>', 'Invalid character entity (line 1, column 7)'],
    ['half of a surrogate pair stands in the text', '<a b="\uD83D"/>', 'character U+D83D is not allowed (line 1, column 7)'],
    ['an entity is not of XML', '<a>&nbsp;</a>', 'Invalid character entity (line 1, column 9)'],
    ['an entity is a name of every object', '<a>&constructor;</a>', 'Invalid character entity (line 1, column 16)'],
    [
      'there is a document type declaration',
      '<?xml version="1.0"?>\n <!DOCTYPE a SYSTEM "file:///etc/hostname">\n<a/>',
      'document type declarations are not allowed (line 2, column 2)',
    ],
    [
      'an external entity is declared',
      '<!DOCTYPE a [\n<!ENTITY x SYSTEM "file:///etc/hostname">\n]><a>&x;</a>',
      'document type declarations are not allowed (line 1, column 1)',
    ],
    ['there is another declaration', '<!ELEMENT a><a/>', 'markup declarations are not allowed (line 1, column 1)'],
    ['elements nest 201 deep', '<a>\n'.repeat(201), 'nesting too deep (line 201, column 1)'],
    ['elements nest 100,000 deep', '<a>'.repeat(100_000) + '</a>'.repeat(100_000), 'nesting too deep (line 1, column 601)'],
    [
      'an element has thousands of attributes',
      `<a ${Array.from({ length: 50_000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
      'too many attributes (line 1, column 1)',
    ],
    [
      'more than 64 namespaces are declared at one place',
      `<a xmlns:a="u" ${Array.from({ length: 32 }, (_, i) => `xmlns:a${i}="u"`).join(' ')}>\n<b ${Array.from({ length: 32 }, (_, i) => `xmlns:b${i}="u"`).join(' ')}/></a>`,
      'too many namespace declarations (line 2, column 1)',
    ],
  ];
  for (const [when, text, expected] of refused) {
    it(`shows the error when ${when}`, () => expect(diagnostic(text)).to.equal(expected));
  }

  itFull('takes the same namespace from each of many elements when they are side by side', () => {
    expect(readXml(`<a>${'<b xmlns:c="u"/>'.repeat(1_000)}</a>`).ok).to.equal(true);
  });

  it('cuts what it repeats of the input when a name is huge', () => {
    const text = diagnostic(`<${'x'.repeat(5_000)}:y/>`);
    expect(text).to.match(/^Unbound namespace prefix: "x{78}… \(line 1, column 5005\)$/);
  });

  it('expands nothing when entities are nested a billion times', () => {
    const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
    const text = `<!DOCTYPE a [<!ENTITY l0 "lol">${entities.join('')}]><a>&l9;</a>`;
    expect(diagnostic(text)).to.equal('document type declarations are not allowed (line 1, column 1)');
  });

  it('accepts 200 levels of elements', () => {
    expect(diagnostic('<a>'.repeat(200) + '</a>'.repeat(200))).to.equal('accepted');
  });

  itFull('accepts a huge attribute value', () => {
    expect(diagnostic(`<a b="${'x'.repeat(2_000_000)}"/>`)).to.equal('accepted');
  });

  it('keeps document order, places, text and namespaces', () => {
    const read = readXml(
      '\uFEFF<?xml version="1.0"?>\r\n<a xmlns="u" xmlns:p="v" c="1" p:c="2">t1\r\n  <b/><!-- no --><p:d\n/>t2<b><![CDATA[<&]]>&lt;&#65;</b></a>',
    );
    if (!read.ok) throw new Error(diagnosticOf(read.finding));
    const { root } = read;
    expect(root).to.include({ uri: 'u', local: 'a', name: 'a', text: 't1\r\n  t2' });
    expect([...root.attributes]).to.deep.equal([
      ['c', '1'],
      [attributeKey('v', 'c'), '2'],
    ]);
    expect(root.place).to.deep.equal({ line: 2, column: 1 });
    expect(root.children.map((child) => [child.uri, child.name, child.place])).to.deep.equal([
      ['u', 'b', { line: 3, column: 3 }],
      ['v', 'p:d', { line: 3, column: 18 }],
      ['u', 'b', { line: 4, column: 5 }],
    ]);
    expect(root.children[2]?.text).to.equal('<&<A');
  });

  it('reads elements and attributes when their names are those of every object', () => {
    const read = readXml('<_ __proto__="1" constructor="2">x<_>y</_><__proto__/><constructor/><cdata/></_>');
    if (!read.ok) throw new Error(diagnosticOf(read.finding));
    expect(read.root.children.map((child) => child.local)).to.deep.equal(['_', '__proto__', 'constructor', 'cdata']);
    expect([...read.root.attributes]).to.deep.equal([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    expect(read.root.text).to.equal('x');
    expect(({} as Record<string, unknown>)['1']).to.equal(undefined);
  });
});
