import assert from 'node:assert/strict';
import { textDecoder } from '../../../src/text/text-decoder.ts';

describe('textDecoder', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const labels =
    'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252';

  it('decodes windows-1252 by all its labels as the Encoding Standard says', () => {
    const latin1 = String.fromCharCode(...bytes);
    const special = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
    const expected = latin1.slice(0, 0x80) + special + latin1.slice(0xa0);
    for (const label of [...labels.split(' '), ' Latin1\n'])
      assert.equal(textDecoder(label).decode(bytes), expected, label);
  });

  it('decodes texts of any length, and parts of a stream', () => {
    const decoder = textDecoder('latin1');
    assert.equal(decoder.decode(new Uint8Array(20_000).fill(0x80)), '€'.repeat(20_000));
    assert.equal(decoder.decode(Uint8Array.of(0xe9), { stream: true }) + decoder.decode(), 'é');
  });

  it('decodes all syllables of EUC-KR, as Windows writes them, in parts of any size', () => {
    // 갂 뷁 힣 가 and a wrong byte before A and before the end.
    const text = Buffer.from('8141' + '94ee' + 'c652' + 'b0a1' + '41' + '8041' + 'c941' + '81', 'hex');
    const expected = '갂뷁힣가A\ufffdA\ufffdA\ufffd';
    assert.equal(textDecoder('ks_c_5601-1987').decode(text), expected);
    const decoder = textDecoder('euc-kr');
    const parts = [...text].map((byte) => decoder.decode(Uint8Array.of(byte), { stream: true }));
    assert.equal(parts.join('') + decoder.decode(), expected);
  });

  it('decodes GBK as GB18030, which has all of it', () => {
    assert.equal(textDecoder('gb2312').decode(Uint8Array.of(0xa2, 0xe3, 0x81, 0x30, 0x81, 0x30)), '€\u0080');
  });

  it('decodes other encodings as TextDecoder does, and refuses unknown ones', () => {
    assert.equal(textDecoder('shift_jis').decode(Uint8Array.of(0x92, 0x8d)), '注');
    assert.equal(textDecoder('utf-8').decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)), 'a');
    assert.throws(() => textDecoder('latin-17'), RangeError);
  });
});
