import assert from 'node:assert/strict';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { reproducibleZip } from '../../../scripts/release/reproducible-zip.ts';

const names = fc.stringMatching(/^[a-z]{1,5}(\/[a-z]{1,5})?$/);
const files = fc.dictionary(names, fc.uint8Array({ maxLength: 50 }), { noNullPrototype: true });

describe('A reproducible zip archive', () => {
  it('contains the files', () => {
    fc.assert(
      fc.property(files, (contents) => {
        assert.deepEqual({ ...unzipSync(reproducibleZip(contents)) }, contents);
      }),
    );
  });

  it('does not depend on the order of the files', () => {
    fc.assert(
      fc.property(files, (contents) => {
        const reversed = Object.fromEntries(Object.entries(contents).reverse());
        assert.deepEqual(reproducibleZip(reversed), reproducibleZip(contents));
      }),
    );
  });
});
