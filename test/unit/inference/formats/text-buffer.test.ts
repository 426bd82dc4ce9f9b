import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextBuffer } from '../../../../src/inference/formats/excel/shared-strings.ts';
import { decodeEntities } from '../../../../src/inference/formats/excel/xml-attributes.ts';

/** Texts as they are in XML, with entities, damaged ones, and what looks like them. */
const xmlTexts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.constantFrom(
        '&',
        ';',
        '&amp;',
        '&lt;',
        '&#65;',
        '&#x1F600;',
        '&#xD800;',
        '&#9999999;',
        '&é;',
        '&none;',
      ),
    ),
  )
  .map((parts) => wellFormed(parts.join('')));

/** Without lone surrogates, which UTF-8 can't have. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

describe('A text in XML', () => {
  it('has its entities decoded in place as a string would have', () => {
    fc.assert(
      fc.property(xmlTexts, (text) => {
        const bytes = new TextEncoder().encode(text);
        const buffer = new TextBuffer();
        buffer.add(bytes, 0, bytes.length, text.includes('&'));
        buffer.decode();
        const decoded = new TextDecoder().decode(buffer.bytes.subarray(0, buffer.length));
        assert.equal(decoded, wellFormed(decodeEntities(text)));
      }),
    );
  });
});
