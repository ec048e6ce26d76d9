import { expect } from 'chai';
import { contentEncodingOf, isJsonMediaType } from '../../../src/api/body/media-type.ts';

describe('the media type of a body', () => {
  const cases: readonly [contentType: string | undefined, isJson: boolean][] = [
    ['application/json', true],
    ['Application/JSON; charset=UTF-8', true],
    ['application/json;charset="utf-8"', true],
    ['application/json; charset=utf-8; profile=x', true],
    ['application/json ; CHARSET = utf-8', true],
    ['application/cloudevents+json', true],
    ['application/problem+JSON;charset=utf-8', true],
    ['application/json; charset=latin1', false],
    ['application/json; charset=utf-16', false],
    ['application/jsonp', false],
    ['application/x-json', false],
    ['text/json', false],
    ['text/plain', false],
    ['+json', false],
    ['', false],
    [undefined, false],
  ];
  for (const [contentType, isJson] of cases) {
    it(`is ${isJson ? '' : 'not '}JSON when the header is ${JSON.stringify(contentType)}`, () => {
      expect(isJsonMediaType(contentType)).to.equal(isJson);
    });
  }
});

describe('the encoding of a body', () => {
  const cases: readonly [header: string | undefined, encoding: string | undefined][] = [
    [undefined, 'identity'],
    ['identity', 'identity'],
    ['GZIP', 'gzip'],
    ['deflate', 'deflate'],
    ['br', 'br'],
    ['zstd', undefined],
    ['gzip, br', undefined],
  ];
  for (const [header, encoding] of cases) {
    it(`is ${encoding ?? 'unknown'} when the header is ${JSON.stringify(header)}`, () => {
      expect(contentEncodingOf(header)).to.equal(encoding);
    });
  }
});
