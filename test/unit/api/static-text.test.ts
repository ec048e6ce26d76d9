import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { prepareText, staticAnswer } from '../../../src/api/static-text.ts';

const TYPE = 'application/json; charset=utf-8';
const TEXT = JSON.stringify({ text: 'ü'.repeat(1000) });

describe('a text that is prepared once (docs/contributing/spec/http.md#api-description)', () => {
  it('is sent as the same bytes at every request, when no header asks for another form', async () => {
    const prepared = await prepareText(TEXT, TYPE);
    const [first, second] = [staticAnswer(prepared, {}), staticAnswer(prepared, { 'accept-encoding': 'br' })];
    expect([first.status, first.contentType, first.bytes?.toString()]).to.deep.equal([200, TYPE, TEXT]);
    expect(second.bytes).to.equal(first.bytes);
    expect(first.headers).to.deep.equal(['Vary', 'Accept-Encoding']);
  });

  it('is sent compressed when the client accepts gzip', async () => {
    const prepared = await prepareText(TEXT, TYPE);
    for (const header of ['gzip', 'br, gzip;q=0.5', 'deflate,GZIP']) {
      const { bytes, headers } = staticAnswer(prepared, { 'accept-encoding': header });
      expect(gunzipSync(bytes ?? '').toString(), header).to.equal(TEXT);
      expect(headers).to.include.members(['Content-Encoding', 'gzip']);
    }
    for (const header of ['', 'br', 'gzip;q=0', 'gzip; q=0.000', 'x-gzipped'])
      expect(staticAnswer(prepared, { 'accept-encoding': header }).bytes, header).to.equal(prepared.plain);
  });
});
